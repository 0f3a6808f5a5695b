import type { Invariant } from '#ledger/server/audit-books.ts';

/** Rules of causes and awards over the positions they come from: the network does not know the products, nor they the network. */
export const causeInvariants: Invariant[] = [
  {
    rule: 'an award is calculated from new capital that the member invested in that position, or from the profit it paid',
    of: 'position',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w
      LEFT JOIN positions p ON p.id = w.position_id AND p.product = w.product AND p.customer_id = w.source_id
      WHERE CASE w.kind WHEN 'bonus' THEN w.base > p.amount OR w.invested <> p.amount OR p.amount IS NULL
        ELSE w.base IS DISTINCT FROM CASE p.state WHEN 'ended' THEN coalesce(p.result, p.promised) END END`,
  },
  {
    rule: 'a bonus waits while its position runs, is due once it has ended as agreed, and void if it was cancelled',
    of: 'position',
    sql: `SELECT 'award ' || w.id || ' of a position that is ' || p.state AS place FROM network_awards w
      JOIN positions p ON p.id = w.position_id
      LEFT JOIN network_causes k ON k.position_id = p.id
        AND k.kind = CASE p.state WHEN 'ended' THEN 'profit' WHEN 'canceled' THEN 'canceled' END
      WHERE w.kind = 'bonus' AND NOT EXISTS (SELECT FROM customers b WHERE b.id = w.beneficiary_id AND b.erased_at IS NOT NULL)
        AND CASE WHEN w.due_at IS NULL AND w.void_at IS NULL
        THEN p.state <> 'running' AND (k.id IS NULL OR k.done_at IS NOT NULL)
        ELSE w.due_at IS DISTINCT FROM CASE p.state WHEN 'ended' THEN p.closed_at END
          OR w.void_at IS DISTINCT FROM CASE p.state WHEN 'canceled' THEN p.closed_at END END`,
  },
  {
    rule: 'a cause agrees with its position',
    of: 'position',
    sql: `SELECT 'cause ' || k.id AS place FROM network_causes k
      LEFT JOIN positions p ON p.id = k.position_id AND p.customer_id = k.customer_id AND p.product = k.product
      WHERE k.kind <> 'capital' AND (p.id IS NULL OR CASE k.kind
        WHEN 'invested' THEN (k.amount, k.happened_at) <> (p.amount, p.started_at)
        WHEN 'canceled' THEN p.state <> 'canceled' OR k.happened_at <> p.closed_at
        ELSE p.state <> 'ended' OR k.profit <> coalesce(p.result, p.promised) OR k.happened_at <> p.closed_at END)`,
  },
  {
    rule: 'a member’s position that ended with a profit or a bonus, or was cancelled with a bonus, has a cause',
    of: 'position',
    sql: `SELECT 'position ' || p.id AS place FROM positions p
      JOIN customers c ON c.id = p.customer_id AND c.referrer_id IS NOT NULL
      LEFT JOIN network_causes i ON i.position_id = p.id AND i.kind = 'invested'
      LEFT JOIN network_causes k ON k.position_id = p.id
        AND k.kind = CASE p.state WHEN 'ended' THEN 'profit' ELSE 'canceled' END
      WHERE k.id IS NULL AND (i.id IS NOT NULL AND p.state <> 'running'
        OR p.state = 'ended' AND coalesce(p.result, p.promised) > 0)`,
  },
];
