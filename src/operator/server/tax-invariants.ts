import type { Invariant } from '#ledger/server/audit-books.ts';

/** Rules over tax withheld and paid; each withholding is compared with its position's profit and rate by its backing. */
export const taxInvariants: Invariant[] = [
  {
    rule: 'no more tax was paid to the authority or given back than was withheld, and no more came back than was paid',
    sql: `SELECT account || ' is at ' || sum(change) AS place FROM (
        SELECT to_account AS account, amount AS change FROM ledger.entries WHERE to_account IN ('taxes', 'authority')
        UNION ALL SELECT from_account, -amount FROM ledger.entries WHERE from_account IN ('taxes', 'authority')
      ) moved GROUP BY account HAVING sum(change) < 0`,
  },
];
