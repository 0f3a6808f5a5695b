import { payoutProduct } from '#payouts/contract.ts';
import { listAssets } from '#payouts/server/list-assets.ts';
import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import { listRecord } from '#payouts/server/list-record.ts';
import { createRecordReader } from '#payouts/server/read-record.ts';
import * as record from '#payouts/record-contract.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';

export function serveOperations(http: Http): void {
  serve(http, contract.reportOperations, (sql, request) =>
    listOperations(sql, request, payoutProduct.options, (row) => ({ ...presentOperation(row), Product: row.product })),
  );
  serve(http, record.readRecord, createRecordReader());
  serve(http, record.listRecord, listRecord);
  serve(http, contract.listAssets, (sql, { investor }) => listAssets(sql, investor.id));
}
