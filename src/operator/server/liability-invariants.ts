import type { Invariant } from '#ledger/server/audit-books.ts';

/** What several products demand of one account together: each of them promises, and none knows the others. */
export const liabilityInvariants: Invariant[] = [
  {
    rule: 'what is promised to a customer is the sum of their running stakes and active vault investments',
    sql: `SELECT 'promised of customer ' || a.owner AS place
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN (
        SELECT customer_id, promised_profit FROM stakes WHERE status = 'in_progress'
        UNION ALL
        SELECT customer_id, promised_profit FROM vault_investments WHERE status = 'active'
      ) p ON p.customer_id = a.owner
      WHERE a.kind = 'promised'
      GROUP BY a.id, a.owner, b.balance HAVING b.balance <> coalesce(sum(p.promised_profit), 0)`,
  },
];
