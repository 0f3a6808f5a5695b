import { payoutProduct } from '#payouts/contract.ts';
import { listAssets } from '#payouts/server/list-assets.ts';
import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';

export function serveOperations(http: Http): void {
  serve(http, contract.reportOperations, (sql, request) =>
    listOperations(sql, request, payoutProduct.options, (row) => ({ ...presentOperation(row), Product: row.product })),
  );
  serve(http, contract.listAssets, (sql, { investor }) => listAssets(sql, investor.id));
}
