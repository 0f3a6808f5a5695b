import type { Invariant } from '#ledger/server/audit-books.ts';

/** The sums by day agree with the positions. */
export const maturityInvariants: Invariant[] = [
  {
    rule: 'what falls due on a day is the sum of the positions that end on it',
    sql: `SELECT product || ' on ' || due_on AS place FROM (
        SELECT product, due_on, positions, amount, promised FROM maturity_days
        UNION ALL SELECT product, due_on, positions, amount, promised FROM maturity_changes
        UNION ALL SELECT product, (ends_at AT TIME ZONE (SELECT house_zone()))::date, -1, -amount, -promised
        FROM positions WHERE state = 'running'
      ) lines GROUP BY product, due_on HAVING sum(positions) <> 0 OR sum(amount) <> 0 OR sum(promised) <> 0`,
  },
];
