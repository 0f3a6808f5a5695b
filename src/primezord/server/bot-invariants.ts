import type { Invariant } from '#ledger/server/audit-books.ts';

/** What a subscription requires of the ledger, besides the backing of its events. */
export const botInvariants: Invariant[] = [
  {
    rule: 'whoever has the bot paid its fee exactly once, and nobody else did',
    of: 'customer',
    sql: `SELECT 'customer ' || coalesce(s.customer_id, paid.owner) AS place FROM bot_subscriptions s FULL JOIN (
        SELECT owner, count(*) AS times, sum(amount) AS fee FROM ledger.entries
        WHERE kind = 'primezord_subscribed' AND to_account = 'fees' GROUP BY owner
      ) paid ON paid.owner = s.customer_id
      WHERE (paid.times, paid.fee) IS DISTINCT FROM (1::bigint, s.fee::numeric)`,
  },
  {
    rule: 'whoever invests with the bot or moves money to it has it since before',
    of: 'customer',
    sql: `SELECT 'customer ' || used.customer_id AS place FROM (
        SELECT customer_id, min(started_at) AS first_at FROM positions WHERE product = 'primezord' GROUP BY 1
        UNION ALL SELECT customer_id, min(moved_at) FROM bot_moves GROUP BY 1
      ) used LEFT JOIN bot_subscriptions s USING (customer_id)
      WHERE s.subscribed_at IS NULL OR s.subscribed_at > used.first_at`,
  },
];
