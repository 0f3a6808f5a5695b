import type { Invariant } from '#ledger/server/audit-books.ts';

/**
 * What each member brought and took out, transfer by transfer, from the ledger alone: between the balance and what is outside, or
 * held to go there. `contributed` is what it comes to after each; `tree_change` what each was to the member's tree.
 */
const steps = `
  SELECT id, customer_id, root_id, sum(change) OVER w AS contributed,
    greatest(sum(change) OVER w, 0) - greatest(sum(change) OVER w - change, 0) AS tree_change
  FROM (
    SELECT t.id, c.id AS customer_id, c.upline[1] AS root_id,
      CASE WHEN a.id = t.to_account THEN t.amount ELSE -t.amount END AS change
    FROM ledger.transfers t
    JOIN ledger.accounts f ON f.id = t.from_account JOIN ledger.accounts g ON g.id = t.to_account
    JOIN ledger.accounts a ON a.kind = 'balance' AND a.id IN (t.from_account, t.to_account)
    JOIN customers c ON c.id = a.owner AND c.referrer_id IS NOT NULL
    WHERE f.kind IN ('brokerage', 'funding', 'held') OR g.kind = 'held'
  ) own_money WINDOW w AS (PARTITION BY customer_id ORDER BY id)`;

const usedBy = `SELECT source_id, sum(base) AS used FROM network_awards WHERE kind = 'bonus' AND void_at IS NULL GROUP BY source_id`;

/** That new capital is counted as the ledger has it, and that no bonus was reckoned on the same capital twice. */
export const capitalInvariants: Invariant[] = [
  {
    rule: 'every member’s own money is counted as the ledger has it, with its high-water mark and what bonuses used of it',
    sql: `SELECT 'capital of customer ' || c.id AS place FROM customers c
      LEFT JOIN network_capital n ON n.customer_id = c.id
      LEFT JOIN (
        SELECT customer_id, greatest(max(contributed), 0) AS peak, (array_agg(contributed ORDER BY id DESC))[1] AS contributed
        FROM (${steps}) step GROUP BY customer_id
      ) m ON m.customer_id = c.id
      LEFT JOIN (${usedBy}) u ON u.source_id = c.id
      WHERE c.referrer_id IS NOT NULL AND (n.root_id IS DISTINCT FROM c.upline[1]
        OR n.contributed <> coalesce(m.contributed, 0)
        OR n.high_water <> greatest(m.peak, u.used, 0)
        OR n.used <> coalesce(u.used, 0))`,
  },
  {
    // In which order members' money came in cannot be read from the ids of two transactions that ran at once: the mark lies
    // between the capital of now and all that was ever brought.
    rule: 'a tree has the own money of its members, a mark no lower than that, and used what their bonuses used',
    sql: `SELECT 'tree of customer ' || t.root_id AS place FROM network_trees t
      LEFT JOIN (
        SELECT root_id, sum(greatest(contributed, 0)) AS capital, sum(high_water) AS highest, sum(used) AS used
        FROM network_capital GROUP BY root_id
      ) n ON n.root_id = t.root_id
      WHERE t.capital <> coalesce(n.capital, 0) OR t.used <> coalesce(n.used, 0)
        OR t.high_water NOT BETWEEN greatest(t.capital, t.used) AND coalesce(n.highest, 0)`,
  },
  {
    rule: 'no bonus is reckoned on more than its member ever brought, nor a tree’s on more than it ever had at once',
    sql: `SELECT 'capital of customer ' || customer_id AS place FROM network_capital WHERE used > high_water
      UNION ALL SELECT 'tree of customer ' || root_id FROM network_trees WHERE used > high_water`,
  },
];
