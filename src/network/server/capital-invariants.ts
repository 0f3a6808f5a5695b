import type { Invariant } from '#ledger/server/audit-books.ts';

/**
 * Each member's money brought and taken out, journal by journal, from the ledger alone: moves between the balance and the outside, or money
 * held to go there. `contributed` is the running sum after each; `tree_change` is the effect of each on the member's tree.
 */
const movements = `
  SELECT customer_id, number, contributed, greatest(contributed, 0) - greatest(contributed - change, 0) AS tree_change
  FROM (
    SELECT customer_id, number, change, sum(change) OVER (PARTITION BY customer_id ORDER BY number) AS contributed
    FROM (
      SELECT c.id AS customer_id, e.number,
        sum(CASE WHEN e.to_account = 'balance' THEN e.amount ELSE -e.amount END) AS change
      FROM ledger.entries e JOIN customers c ON c.id = e.owner AND c.referrer_id IS NOT NULL
      WHERE (e.to_account = 'balance' AND e.from_account IN ('brokerage', 'funding', 'held'))
        OR (e.from_account = 'balance' AND e.to_account IN ('brokerage', 'funding', 'held'))
      GROUP BY c.id, e.number
    ) own_money
  ) counted`;

/** Each member's new capital used by bonuses: the whole base of a position until its tree has decided, then the amount granted. */
const used = `
  SELECT i.customer_id, sum(CASE WHEN k.done_at IS NOT NULL THEN 0 ELSE coalesce(i.granted, i.base) END) AS used
  FROM network_causes i LEFT JOIN network_causes k ON k.position_id = i.position_id AND k.kind = 'canceled'
  WHERE i.kind = 'invested' GROUP BY i.customer_id`;

/** Checks that new capital is counted as in the ledger, and that no bonus was computed on the same capital twice. */
export const capitalInvariants: Invariant[] = [
  {
    rule: 'every member’s own money is counted as the ledger has it, with its high-water mark and what bonuses used of it',
    of: 'customer',
    sql: `SELECT 'capital of customer ' || c.id AS place FROM customers c
      LEFT JOIN network_capital n ON n.customer_id = c.id
      LEFT JOIN (
        SELECT customer_id, greatest(max(contributed), 0) AS peak, (array_agg(contributed ORDER BY number DESC))[1] AS contributed
        FROM (${movements}) movement GROUP BY customer_id
      ) m ON m.customer_id = c.id
      LEFT JOIN (${used}) u ON u.customer_id = c.id
      WHERE CASE WHEN c.referrer_id IS NULL THEN n.customer_id IS NOT NULL
        ELSE coalesce(n.contributed, 0) <> coalesce(m.contributed, 0) OR coalesce(n.high_water, 0) <> coalesce(m.peak, 0)
          OR coalesce(n.used, 0) <> coalesce(u.used, 0) END`,
  },
  {
    rule: 'every change of a member’s own money is a cause, with what it is to the tree',
    of: 'customer',
    sql: `SELECT 'customer ' || customer_id || ', journal ' || number AS place
      FROM (SELECT customer_id, number, tree_change FROM (${movements}) movement WHERE tree_change <> 0) m
      FULL JOIN (SELECT customer_id, number, amount FROM network_causes WHERE kind = 'capital') k USING (customer_id, number)
      WHERE m.tree_change IS DISTINCT FROM k.amount`,
  },
  {
    // The order of deposits cannot be derived from the causes of two concurrent transactions, so the mark is only checked to lie between
    // the current capital and the total ever brought.
    rule: 'a tree has the own money that was carried to it, a mark no lower than that, and used what its bonuses used',
    sql: `SELECT 'tree of customer ' || t.root_id AS place FROM network_trees t
      LEFT JOIN (
        SELECT root_id, sum(capital) AS capital, sum(greatest(capital, 0)) AS brought, sum(granted) AS used
        FROM network_tree_steps GROUP BY root_id
      ) s ON s.root_id = t.root_id
      WHERE t.capital <> coalesce(s.capital, 0) OR t.used <> coalesce(s.used, 0)
        OR t.high_water NOT BETWEEN greatest(t.capital, t.used) AND coalesce(s.brought, 0)`,
  },
  {
    rule: 'a tree’s mark is no higher than the marks of its members together',
    sql: `SELECT 'tree of customer ' || t.root_id AS place FROM network_trees t JOIN (
        SELECT c.root_id, sum(n.high_water) AS highest
        FROM network_capital n JOIN customers c ON c.id = n.customer_id GROUP BY c.root_id
      ) n USING (root_id) WHERE t.high_water > n.highest`,
  },
  {
    rule: 'what has been carried to a tree is what its members did, each once',
    sql: `SELECT 'cause ' || coalesce(s.cause_id, k.id) AS place FROM network_tree_steps s
      FULL JOIN (
        SELECT k.*, c.root_id FROM network_causes k JOIN customers c ON c.id = k.customer_id WHERE k.kind <> 'profit'
      ) k ON k.id = s.cause_id
      LEFT JOIN network_tree_steps i ON k.kind = 'canceled' AND i.root_id = k.root_id AND i.position_id = k.position_id
        AND i.kind = 'invested'
      WHERE k.id IS NULL OR (s.cause_id IS NULL AND k.done_at IS NOT NULL) OR (s.cause_id IS NOT NULL AND (
        s.root_id <> k.root_id OR s.kind <> k.kind OR s.position_id IS DISTINCT FROM k.position_id
        OR s.capital <> CASE k.kind WHEN 'capital' THEN k.amount ELSE 0 END
        OR CASE k.kind WHEN 'invested' THEN s.granted NOT BETWEEN 0 AND k.base
            OR (k.done_at IS NOT NULL AND k.granted IS DISTINCT FROM s.granted)
          WHEN 'canceled' THEN s.granted IS DISTINCT FROM -i.granted ELSE s.granted <> 0 END))`,
  },
  {
    rule: 'no bonus is reckoned on more than its member ever brought, nor a tree’s on more than it ever had at once',
    sql: `SELECT 'capital of customer ' || customer_id AS place FROM network_capital WHERE used > high_water
      UNION ALL SELECT 'tree of customer ' || root_id FROM network_trees WHERE used > high_water`,
  },
];
