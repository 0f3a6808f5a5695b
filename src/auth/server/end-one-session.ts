import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { endOneSession as contract } from '../session-contract.ts';
import { endSessionById } from './session-store.ts';

/** Somebody else's session, and one that has ended, both count as not found. */
export async function endOneSession(
  sql: Sql,
  { investor, params }: Pick<CallRequest<typeof contract>, 'investor' | 'params'>,
): Promise<void> {
  const isEnded = isUuid(params.id) && (await endSessionById(sql, investor.id, params.id));
  if (!isEnded) throw refusePlatform('not_found');
}
