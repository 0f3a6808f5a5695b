import type { Oracle } from '#ledger/server/audit-books.ts';

/** What an award demands of the position that caused it: the network does not know the products, nor they the network. */
export const causeOracles: Oracle[] = [
  {
    rule: 'an award is reckoned from what the member invested in that position, or was paid as its profit',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w LEFT JOIN (
        SELECT 'stakes' AS product, id, customer_id, amount, CASE status WHEN 'finished' THEN promised_profit END AS profit
        FROM stakes
        UNION ALL
        SELECT 'primevault', id, customer_id, amount, CASE status WHEN 'expired' THEN promised_profit END
        FROM vault_investments
        UNION ALL SELECT 'copytrade', id, customer_id, amount, result FROM copytrade_licences
        UNION ALL SELECT 'primezord', id, customer_id, amount, result FROM bot_investments
      ) p ON p.id = w.position_id AND p.product = w.product AND p.customer_id = w.source_id
      WHERE w.base IS DISTINCT FROM CASE w.kind WHEN 'bonus' THEN p.amount ELSE p.profit END`,
  },
];
