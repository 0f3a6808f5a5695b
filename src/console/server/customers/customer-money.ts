import type { Language } from '#platform/languages.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Translate } from '#http/server/http.ts';
import type { Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import { asPosition, positionColumns, type PositionRow } from '#positions/server/position-store.ts';
import { presentPosition } from '#positions/server/present-position.ts';
import { products } from '#positions/registry.ts';
import type { ListQuery } from '#platform/pages.ts';
import { presentTransfer } from '#wallet/server/present-transfer.ts';
import { readTransferPage } from '#wallet/server/transfer-store.ts';
import type { TransferDirection } from '#wallet/contract.ts';
import type { heldPosition, staffTransfer } from '#console/customer-lists-contract.ts';
import type * as z from 'zod/mini';
import type { LookedAt } from './looked-at.ts';

type PageQuery = Pick<ListQuery, 'limit' | 'after'>;

/** All positions of a customer across products, newest first. Takes the newest of each product, then merges them. */
export async function listPositions(
  sql: Sql,
  { investor }: LookedAt,
  { limit, after }: PageQuery,
): Promise<Page<z.output<typeof heldPosition>>> {
  const cursor = readCursor(after);
  const rows = await sql.query<PositionRow>(
    `SELECT p.* FROM unnest($2::text[]) AS each (product), LATERAL (
       SELECT ${positionColumns} FROM positions
       WHERE customer_id = $1 AND cell = cell_of($1) AND positions.product = each.product AND (started_at, id) < ($3, $4)
       ORDER BY started_at DESC, id DESC LIMIT $5) p
     ORDER BY p.started_at DESC, p.id DESC LIMIT $5`,
    [investor.id, products, cursor.at, cursor.id, limit + 1],
  );
  return makePage(
    rows.map(asPosition),
    limit,
    ({ startedAt: at, id }) => ({ at, id }),
    (position) => {
      const { product, state } = position;
      const { Status: _, ...shown } = presentPosition(product, position, investor.now);
      return { ...shown, Product: product, State: state };
    },
  );
}

/** Transfers as the customer sees them, with their internal state. */
export async function listTransfers(
  sql: Sql,
  { investor }: LookedAt,
  query: ListQuery & { direction?: TransferDirection | undefined },
  language: Language,
  translate: Translate,
): Promise<Page<z.output<typeof staffTransfer>>> {
  const cursor = readCursor(query.after);
  const rows = await readTransferPage(sql, investor.id, query.direction, readSpan(query), cursor, query.limit);
  return makePage(
    rows,
    query.limit,
    ({ createdAt: at, id }) => ({ at, id }),
    (transfer) => ({
      ...presentTransfer(transfer, (note, values) => translate(language, 'wallet', `notes.${note}`, values)),
      Direction: transfer.direction,
      State: transfer.state,
    }),
  );
}
