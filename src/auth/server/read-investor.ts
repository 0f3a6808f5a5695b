import type { Sql } from '#platform/server/database.ts';
import type { Investor, ReadInvestor } from '#platform/server/investor.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import { readSessions } from './session-store.ts';

interface Waiting {
  token: string;
  resolve: (found: Investor | null) => void;
  reject: (error: unknown) => void;
}

/** Looks tokens up: those of all requests that have come in at the same moment are one question to the database. */
export function createReadInvestor(db: Sql): ReadInvestor {
  let waiting: Waiting[] = [];
  const look = async (): Promise<void> => {
    const asking = waiting;
    waiting = [];
    try {
      const found = await readSessions(db, [...new Set(asking.map(({ token }) => token))]);
      for (const { token, resolve } of asking) resolve(found.get(token) ?? null);
    } catch (error) {
      for (const { reject } of asking) reject(error);
    }
  };
  return async (token) => {
    if (!isTokenShaped(token)) return null;
    return new Promise((resolve, reject) => {
      if (waiting.push({ token, resolve, reject }) === 1) setImmediate(() => void look());
    });
  };
}
