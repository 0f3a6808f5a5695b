import { micros } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import type { AccountKind } from '../journal.ts';
import type { PostedJournal } from '../reversals.ts';

interface Leg {
  kind: string;
  owner: string;
  reference: string | null;
  is_house: boolean;
  giver: AccountKind;
  taker: AccountKind;
  amount: bigint;
}

/** Finds a journal by its key, with everything it moved; null if there is none. `isHouse`: it is the house's, not a customer's. */
export async function findJournal(sql: Sql, key: string): Promise<(PostedJournal & { isHouse: boolean }) | null> {
  const legs = await sql.query<Leg & Record<string, unknown>>(
    `SELECT j.kind, j.owner, j.reference, j.owner = ledger.house() AS is_house, e.from_account AS giver,
       e.to_account AS taker, e.amount
     FROM ledger.journals j CROSS JOIN LATERAL ledger.legs_of(j.kind, j.amounts) AS e
     WHERE j.key = $1 ORDER BY e.leg`,
    [key],
  );
  const [first] = legs;
  if (!first) return null;
  const entries = legs.map(({ giver: from, taker: to, amount }) => ({ from, to, amount: micros(amount) }));
  return { key, kind: first.kind, owner: first.owner, reference: first.reference, isHouse: first.is_house, entries };
}
