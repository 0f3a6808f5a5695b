import type { Invariant } from '#ledger/server/audit-books.ts';

/** What an award demands of the position that caused it: the network does not know the products, nor they the network. */
export const causeInvariants: Invariant[] = [
  {
    rule: 'an award is reckoned from new capital in what the member invested in that position, or from the profit it paid',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w LEFT JOIN (
        SELECT 'stakes' AS product, id, customer_id, amount, CASE status WHEN 'finished' THEN promised_profit END AS profit
        FROM stakes
        UNION ALL
        SELECT 'primevault', id, customer_id, amount, CASE status WHEN 'expired' THEN promised_profit END
        FROM vault_investments
        UNION ALL SELECT 'copytrade', id, customer_id, amount, result FROM copytrade_licences
        UNION ALL SELECT 'primezord', id, customer_id, amount, result FROM bot_investments
      ) p ON p.id = w.position_id AND p.product = w.product AND p.customer_id = w.source_id
      WHERE CASE w.kind WHEN 'bonus' THEN w.base > p.amount OR w.invested <> p.amount OR p.amount IS NULL
        ELSE w.base IS DISTINCT FROM p.profit END`,
  },
  {
    // Those of the rule before new capital counted have no `invested`: they were due at once and stayed.
    rule: 'a bonus waits while its position runs, is due when that has ended as agreed, and void when it was cancelled',
    sql: `SELECT 'award ' || w.id || ' of a position that is ' || p.stands AS place FROM network_awards w JOIN (
        SELECT id, CASE status WHEN 'in_progress' THEN 'running' WHEN 'canceled' THEN 'cancelled' ELSE 'over' END AS stands,
          closed_at FROM stakes
        UNION ALL SELECT id, CASE status WHEN 'active' THEN 'running' ELSE 'over' END, closed_at FROM vault_investments
        UNION ALL SELECT id, CASE status WHEN 'active' THEN 'running' ELSE 'over' END, closed_at FROM copytrade_licences
        UNION ALL SELECT id, CASE status WHEN 'in_progress' THEN 'running' ELSE 'over' END, closed_at FROM bot_investments
      ) p ON p.id = w.position_id
      WHERE w.kind = 'bonus' AND w.invested IS NOT NULL AND (
        w.due_at IS DISTINCT FROM CASE p.stands WHEN 'over' THEN p.closed_at END
        OR w.void_at IS DISTINCT FROM CASE p.stands WHEN 'cancelled' THEN p.closed_at END)`,
  },
];
