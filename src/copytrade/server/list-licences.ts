import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Licence, listLicences as listLicencesContract } from '../contract.ts';
import { licences } from './licence-store.ts';
import { presentLicence } from './present-licence.ts';

/** The customer's licences that started in the span, newest first. */
export async function listLicences(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof listLicencesContract>, 'investor' | 'query'>,
): Promise<Page<Licence>> {
  const rows = await licences.readPage(sql, investor.id, readSpan(query), readCursor(query.after), query.limit);
  return makePage(
    rows,
    query.limit,
    (licence) => ({ at: licence.startedAt, id: licence.id }),
    (licence) => presentLicence(licence, investor.now),
  );
}
