import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { listTransfers as listTransfersContract, Transfer } from '../contract.ts';
import { type TranslateNote, presentTransfer } from './present-transfer.ts';
import { readTransferPage } from './transfer-store.ts';

/** The customer's transfers with the brokerage in the span, newest first. */
export async function listTransfers(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listTransfersContract>, 'investor' | 'query'>,
  translate: TranslateNote,
): Promise<Page<Transfer>> {
  const cursor = readCursor(query.after);
  const transfers = await readTransferPage(sql, investor.id, query.direction, readSpan(query), cursor, query.limit);
  return makePage(
    transfers,
    query.limit,
    (transfer) => ({ at: transfer.createdAt, id: transfer.id }),
    (transfer) => presentTransfer(transfer, translate),
  );
}
