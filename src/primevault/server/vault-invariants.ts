import type { Invariant } from '#ledger/server/audit-books.ts';

/** Invariants of what the vault stores beside its positions: promotional codes with their uses, and acceptances of the terms. */
export const vaultInvariants: Invariant[] = [
  {
    rule: 'a promotional code counts the uses that are claimed of it, and no more than it allows',
    sql: `SELECT 'promocode ' || p.code || ' counts ' || p.uses || ', claims ' || count(c.id) AS place FROM promocodes p
      LEFT JOIN promocode_claims c ON c.code = p.code GROUP BY p.code HAVING p.uses <> count(c.id) OR p.uses > p.uses_allowed`,
  },
  {
    rule: 'a promotional code counts what its claims promise, and no more than its bound',
    sql: `SELECT 'promocode ' || p.code || ' counts ' || p.promised || ', claims ' || coalesce(sum(c.promised), 0) AS place FROM promocodes p
      LEFT JOIN promocode_claims c ON c.code = p.code GROUP BY p.code
      HAVING p.promised <> coalesce(sum(c.promised), 0) OR p.promised > p.most_promised`,
  },
  {
    rule: 'a customer uses a promotional code no more often than each may',
    sql: `SELECT 'promocode ' || p.code || ' of customer ' || c.customer_id AS place FROM promocode_claims c
      JOIN promocodes p USING (code) GROUP BY p.code, c.customer_id HAVING count(*) > p.uses_per_customer`,
  },
  {
    rule: 'an investment with a promotional code has at least its least amount and began while it was valid',
    // A use claimed when the operator ends the code is still taken: that takes seconds, as calls wait for each other.
    sql: `SELECT 'position ' || v.id AS place FROM positions v JOIN promocodes p ON p.code = v.terms ->> 'promocode'
      WHERE v.terms ? 'promocode' AND (v.amount < p.min_amount OR v.started_at < p.valid_from OR v.started_at >= p.valid_until
        OR v.started_at > p.ended_at + interval '1 minute')`,
  },
  {
    rule: 'what a use of a promotional code was counted with is what its points add to the investment',
    sql: `SELECT 'position ' || v.id AS place FROM positions v JOIN promocodes p ON p.code = v.terms ->> 'promocode'
      JOIN promocode_claims c ON c.position_id = v.id
      WHERE v.terms ? 'promocode' AND c.promised <> added_by_points(p.points, v.amount)`,
  },
  {
    rule: 'every investment with a promotional code has taken one use of it, and nothing else has',
    of: 'customer',
    sql: `SELECT 'position ' || coalesce(v.id, c.position_id) AS place
      FROM (SELECT id, customer_id, terms ->> 'promocode' AS code FROM positions WHERE terms ? 'promocode') v
      FULL JOIN (SELECT position_id, customer_id, code FROM promocode_claims WHERE position_id IS NOT NULL) c ON c.position_id = v.id
      WHERE (v.id, v.customer_id, v.code) IS DISTINCT FROM (c.position_id, c.customer_id, c.code)`,
  },
  {
    rule: 'nobody is in the vault without having accepted its terms before',
    of: 'customer',
    sql: `SELECT 'position ' || v.id AS place FROM positions v WHERE v.product = 'primevault'
      AND NOT EXISTS (SELECT FROM vault_acceptances a WHERE a.customer_id = v.customer_id AND a.accepted_at <= v.started_at)`,
  },
];
