import type { Invariant } from '#ledger/server/audit-books.ts';
import { journalKeySql } from './award-store.ts';

/** What each award requires of the ledger, of the network, and of its cause. */
export const awardInvariants: Invariant[] = [
  {
    rule: 'a paid award has moved exactly its value to whoever earned it, an owed one nothing',
    of: 'customer',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w
      LEFT JOIN ledger.journals j ON j.key = ${journalKeySql} AND j.owner = w.beneficiary_id
        AND j.reference = w.id AND j.kind = 'network_' || w.kind
      LEFT JOIN LATERAL ledger.legs_of(j.kind, j.amounts) e ON true
      GROUP BY w.id, w.value, w.paid_at
      HAVING coalesce(sum(e.amount) FILTER (WHERE e.from_account = 'treasury' AND e.to_account = 'balance'), 0)
        <> CASE WHEN w.paid_at IS NULL THEN 0 ELSE w.value END`,
  },
  {
    rule: 'every award in the ledger is an award',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind IN ('network_bonus', 'network_residual') AND NOT EXISTS (
        SELECT FROM network_awards w WHERE w.id = j.reference AND j.key = ${journalKeySql}
          AND w.paid_at IS NOT NULL)`,
  },
  {
    rule: 'an award is its percentage of its base, rounded down to the micro-dollar, less what the caps cut',
    of: 'customer',
    sql: `SELECT 'award ' || id AS place FROM network_awards
      WHERE value + cut <> div(base::numeric * percentage, 100000000)`,
  },
  {
    rule: 'whoever earns stands as many levels above the member as the award says',
    of: 'position',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w JOIN customers c ON c.id = w.source_id
      LEFT JOIN customers one ON one.id = c.referrer_id LEFT JOIN customers two ON two.id = one.referrer_id
      WHERE CASE w.level WHEN 1 THEN c.referrer_id WHEN 2 THEN one.referrer_id WHEN 3 THEN two.referrer_id END
        IS DISTINCT FROM w.beneficiary_id`,
  },
  {
    rule: 'everybody stands right below whoever brought them',
    sql: `SELECT 'customer ' || c.id AS place FROM customers c
      LEFT JOIN customers above ON above.id = c.referrer_id LEFT JOIN customers further ON further.id = above.jump_id
      WHERE (c.root_id, c.depth, c.jump_id, c.jump_depth) IS DISTINCT FROM CASE
        WHEN c.referrer_id IS NULL THEN (c.id, 0, c.id, 0)
        WHEN above.depth - above.jump_depth = further.depth - further.jump_depth
          THEN (above.root_id, above.depth + 1, further.jump_id, further.jump_depth)
        ELSE (above.root_id, above.depth + 1, above.id, above.depth) END`,
  },
  {
    rule: 'every award has the cause that it says',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w
      LEFT JOIN network_causes k ON k.position_id = w.position_id AND k.customer_id = w.source_id AND k.product = w.product
        AND k.kind = CASE w.kind WHEN 'bonus' THEN 'invested' ELSE 'profit' END
      LEFT JOIN network_tree_steps s ON s.cause_id = k.id
      WHERE k.id IS NULL OR w.happened_at <> k.happened_at
        OR CASE w.kind WHEN 'bonus' THEN w.invested <> k.amount OR w.base <> s.granted OR w.percentage <> s.percentage OR s.granted IS NULL
          ELSE w.base <> k.profit END`,
  },
  {
    // Residuals are not checked: which levels earned one depends on the percentages at the time. Erased customers no longer earn anything.
    rule: 'a cause that is done has made, voided or made due its bonus',
    of: 'position',
    sql: `SELECT 'cause ' || k.id AS place FROM network_causes k
      JOIN network_causes i ON i.position_id = k.position_id AND i.kind = 'invested'
      LEFT JOIN network_awards w ON w.position_id = k.position_id AND w.kind = 'bonus'
      WHERE k.done_at IS NOT NULL AND i.granted > 0 AND NOT EXISTS (
          SELECT FROM customers m JOIN customers b ON b.id = m.referrer_id AND b.erased_at IS NOT NULL WHERE m.id = k.customer_id) AND (w.id IS NULL
        OR (k.kind = 'canceled' AND w.void_at IS DISTINCT FROM k.happened_at)
        OR (k.kind = 'profit' AND w.due_at IS DISTINCT FROM k.happened_at))`,
  },
  {
    rule: 'what is kept of a beneficiary’s bonuses is the sum of those that are not void',
    of: 'customer',
    sql: `SELECT 'beneficiary ' || customer_id AS place FROM network_beneficiaries b FULL JOIN (
        SELECT beneficiary_id AS customer_id, sum(value) AS bonuses FROM network_awards
        WHERE kind = 'bonus' AND void_at IS NULL GROUP BY beneficiary_id
      ) w USING (customer_id) WHERE coalesce(b.bonuses, 0) <> coalesce(w.bonuses, 0)`,
  },
];
