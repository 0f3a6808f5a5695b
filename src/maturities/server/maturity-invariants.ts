import type { Invariant } from '#ledger/server/audit-books.ts';

/** The sums by day agree with the positions. */
export const maturityInvariants: Invariant[] = [
  {
    rule: 'what falls due on a day is the sum of the positions that end on it',
    sql: `SELECT product || ' on ' || due_on || ' in cell ' || cell AS place FROM (
        SELECT cell, product, due_on, positions, amount, promised FROM maturity_days
        UNION ALL SELECT cell, product, due_on, positions, amount, promised FROM maturity_changes
        UNION ALL SELECT cell, product, (ends_at AT TIME ZONE (SELECT house_zone()))::date, -1, -amount, -promised
        FROM positions WHERE state = 'running'
      ) lines GROUP BY cell, product, due_on HAVING sum(positions) <> 0 OR sum(amount) <> 0 OR sum(promised) <> 0`,
  },
];
