import type { Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { listSessions as contract, SessionEntry } from '../session-contract.ts';
import { readCustomerSessions } from './session-store.ts';

/** Lists where the customer is logged in. */
export async function listSessions(
  sql: Sql,
  { investor, token }: Pick<CallRequest<typeof contract>, 'investor' | 'token'>,
): Promise<SessionEntry[]> {
  const sessions = await readCustomerSessions(sql, investor.id, token);
  return sessions.map((session) => ({
    Id: session.id,
    Browser: session.browser,
    System: session.system,
    Created: session.created_at.toISOString(),
    LastUsed: session.last_used_at.toISOString(),
    Expires: session.expires_at.toISOString(),
    Current: session.is_current,
  }));
}
