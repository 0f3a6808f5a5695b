import type { Invariant } from '#ledger/server/audit-books.ts';
import { products, registry } from '../registry.ts';

/** The journals that each state of a position requires, in order. */
const demanded = `CASE p.state WHEN 'running' THEN ARRAY[p.product || '_opened']
  WHEN 'ended' THEN ARRAY[p.product || '_opened', p.product || '_matured']
    || CASE WHEN withheld_tax(p.promised, p.tax_rate) > 0 THEN ARRAY[p.product || '_withheld'] ELSE '{}' END
  ELSE ARRAY[p.product || '_opened', p.product || '_canceled'] END`;

const opened = products.map((product) => `'${product}_opened'`).join(', ');

/** What each position's state requires of the ledger, in every product. */
export const positionInvariants: Invariant[] = [
  {
    rule: 'a position has exactly the journals that its state demands',
    of: 'customer',
    sql: `SELECT p.product || ' ' || p.id || ' is ' || p.state || ' with ' || coalesce(array_to_string(j.kinds, ', '), '') AS place
      FROM positions p LEFT JOIN (
        SELECT owner, reference, array_agg(kind ORDER BY number) AS kinds FROM ledger.journals
        WHERE kind ~ '_(opened|matured|withheld|canceled)$' AND key = replace(kind, '_', ':' || reference || ':')
        GROUP BY owner, reference
      ) j ON j.owner = p.customer_id AND j.reference = p.id
      WHERE coalesce(j.kinds, '{}') <> ${demanded}`,
  },
  {
    rule: 'every position in the ledger is a position',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j WHERE j.kind IN (${opened})
      AND NOT EXISTS (SELECT FROM positions p WHERE p.id = j.reference AND p.customer_id = j.owner)`,
  },
  {
    rule: 'what a customer has invested is the sum of their running positions, and what they are promised what these promise',
    of: 'customer',
    sql: `SELECT 'customer ' || owner AS place FROM ledger.accounts a FULL JOIN (
        SELECT customer_id AS owner, sum(amount) AS amount, sum(promised) AS owed FROM positions WHERE state = 'running' GROUP BY 1
      ) p USING (owner)
      WHERE coalesce(a.invested, 0) <> coalesce(p.amount, 0) OR coalesce(a.promised, 0) <> coalesce(p.owed, 0)`,
  },
  {
    rule: 'every position is a customer’s, and of the kind of yield that its product has',
    of: 'customer',
    sql: `SELECT 'position ' || p.id AS place FROM positions p LEFT JOIN customers c ON c.id = p.customer_id
      LEFT JOIN products r ON r.product = p.product
      WHERE c.id IS NULL OR r.product IS NULL OR (r.yield = 'fixed') <> (p.rate IS NOT NULL)
        OR (p.state = 'canceled' AND NOT r.cancelable)`,
  },
  {
    rule: 'a promised profit is the agreed rate of the amount, rounded down to the micro-dollar',
    of: 'customer',
    sql: `SELECT 'position ' || id AS place FROM positions
      WHERE rate IS NOT NULL AND promised <> div(amount::numeric * rate, 100000000)`,
  },
  {
    rule: 'the products of the database are those of the registry',
    sql: `SELECT 'product ' || coalesce(r.product, k.product) AS place FROM products r FULL JOIN (VALUES ${products
      .map((product) => {
        const { yield: kind, source, states } = registry[product];
        return `('${product}', '${kind}', '${source}', ${'canceled' in states})`;
      })
      .join(', ')}) AS k (product, yield, source, cancelable) USING (product)
      WHERE (r.yield, r.source, r.cancelable) IS DISTINCT FROM (k.yield, k.source, k.cancelable)
        AND NOT (k.product IS NULL AND current_setting('fsync') = 'off' AND r.product LIKE 'test%')`,
  },
];
