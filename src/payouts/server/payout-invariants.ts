import type { Invariant } from '#ledger/server/audit-books.ts';
import { awaitedHours } from './feed-settings.ts';
import { reaches } from './list-operations.ts';

/** Consistency rules between the feed, its index and every position paid from it. */
export const payoutInvariants: Invariant[] = [
  {
    rule: 'a product’s operations, withdrawn ones too, are numbered from one without a gap, up to what its feed says',
    sql: `SELECT 'feed ' || f.product AS place FROM payout_feeds f LEFT JOIN (
        SELECT id, product, number FROM operations UNION ALL SELECT id, product, number FROM withdrawn_operations
      ) o USING (product)
      GROUP BY f.product, f.last_number
      HAVING count(o.id) <> f.last_number OR coalesce(max(o.number), 0) <> f.last_number OR coalesce(min(o.number), 1) <> 1`,
  },
  {
    rule: 'an import is withdrawn whole, and nothing else is withdrawn',
    sql: `SELECT 'operation ' || o.number || ' of ' || o.product AS place FROM (
        SELECT product, number, false AS is_withdrawn FROM operations UNION ALL SELECT product, number, true FROM withdrawn_operations
      ) o LEFT JOIN operation_imports i ON i.product = o.product AND o.number BETWEEN i.first_number AND i.last_number
      WHERE o.is_withdrawn IS DISTINCT FROM (i.withdrawn_at IS NOT NULL)`,
  },
  {
    rule: 'the payout index is the running sum of the operations’ payouts',
    sql: `SELECT 'index of ' || product || ' at ' || happened_at AS place FROM payout_index i FULL JOIN (
        SELECT product, happened_at, sum(sum(payout)) OVER (PARTITION BY product ORDER BY happened_at) AS total,
          max(max(number)) OVER (PARTITION BY product ORDER BY happened_at) AS last_number
        FROM operations GROUP BY product, happened_at
      ) o USING (product, happened_at) WHERE (i.total, i.last_number) IS DISTINCT FROM (o.total, o.last_number)`,
  },
  {
    rule: 'a position was paid from exactly the operations that opened and closed while it ran and were known',
    of: 'customer',
    sql: `SELECT 'position ' || p.id AS place
      FROM positions p LEFT JOIN operations o ON ${reaches}
      WHERE p.operations_seen IS NOT NULL
      GROUP BY p.id, p.payouts, p.operations_seen
      HAVING p.payouts <> coalesce(sum(o.payout), 0)`,
  },
  {
    rule: 'a position was paid from its operations once its feed was complete up to its end, or at the latest after the hours set',
    sql: `SELECT 'position ' || p.id AS place FROM positions p JOIN payout_feeds f ON f.product = p.product
      WHERE p.operations_seen IS NOT NULL AND coalesce(f.complete_until < p.ends_at, true)
        AND p.closed_at < p.ends_at + make_interval(hours => coalesce((SELECT (v.value #>> '{}')::int FROM setting_versions v
          WHERE v.key = '${awaitedHours.key}' AND v.starts_at <= p.closed_at
            AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
          ORDER BY v.starts_at DESC, v.number DESC LIMIT 1), ${awaitedHours.standard('production')}))`,
  },
  {
    rule: 'a position’s result is its amount × its payouts, to the micro-dollar, and loses no more than the amount',
    of: 'customer',
    sql: `SELECT 'position ' || id AS place FROM positions
      WHERE result < -amount OR (result > -amount AND (amount::numeric * payouts) - result::numeric * 100000000
        NOT BETWEEN CASE WHEN payouts < 0 THEN -99999999 ELSE 0 END AND CASE WHEN payouts > 0 THEN 99999999 ELSE 0 END)
        OR (result = -amount AND payouts > -100000000)`,
  },
];
