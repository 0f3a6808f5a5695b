import type { Invariant } from '#ledger/server/audit-books.ts';
import { runningSql } from './maturity-store.ts';

/** What the figures of the day say is what the positions say. */
export const maturityInvariants: Invariant[] = [
  {
    rule: 'what falls due on a day is the sum of the positions that end on it',
    sql: `SELECT product || ' on ' || due_on AS place FROM (
        SELECT product, due_on, positions, amount, promised FROM maturity_days
        UNION ALL SELECT product, due_on, positions, amount, promised FROM maturity_changes
        UNION ALL SELECT product, (ends_at AT TIME ZONE 'UTC')::date, -1, -amount, -promised
        FROM (${runningSql('')}) running
      ) lines GROUP BY product, due_on HAVING sum(positions) <> 0 OR sum(amount) <> 0 OR sum(promised) <> 0`,
  },
];
