import type { Sql } from '#platform/server/database.ts';
import type { ReadInvestor } from '#platform/server/investor.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import { readSession } from './session-store.ts';

export function createReadInvestor(db: Sql): ReadInvestor {
  return async (token) => (isTokenShaped(token) ? readSession(db, token) : null);
}
