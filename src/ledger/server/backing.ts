import type { KnownKind } from '../kinds.ts';
import type { Invariant, Subject } from './audit-books.ts';

/**
 * The product rows behind the events of a kind: SQL that returns, for each expected event, its `key`, `owner` and `reference`, and for each
 * leg `giver`, `taker` and `amount`. A leg of zero counts as no leg.
 */
export type Backing = string;
export type Backings = Record<KnownKind, Backing>;

/** Checks both directions: events that nothing in the product backs, and product rows whose event was never posted. */
export function backingInvariants(backings: Partial<Backings>, of: Subject = 'customer'): Invariant[] {
  return Object.entries(backings).map(([kind, backing]) => ({
    rule: `what stands behind ${kind} is exactly what it moved`,
    of,
    sql: `WITH owed AS (
        SELECT key, owner, reference, giver, taker, sum(amount) AS amount FROM (${backing}) behind
        WHERE amount <> 0 GROUP BY key, owner, reference, giver, taker
      ), moved AS (
        SELECT j.key, CASE WHEN j.owner <> ledger.house() THEN j.owner END AS owner, j.reference,
          j.from_account AS giver, j.to_account AS taker, sum(j.amount) AS amount
        FROM ledger.entries j
        WHERE j.kind = '${kind}' GROUP BY j.key, j.owner, j.reference, j.from_account, j.to_account
      )
      SELECT 'journal ' || key || ', ' || giver || ' to ' || taker || ', moved ' || coalesce(m.amount, 0)
        || ', behind it ' || coalesce(o.amount, 0) AS place
      FROM moved m FULL JOIN owed o USING (key, giver, taker)
      WHERE m.amount IS DISTINCT FROM o.amount OR m.owner IS DISTINCT FROM o.owner
        OR m.reference IS DISTINCT FROM o.reference`,
  }));
}

/** The backing rules of the house look only at the house's journals, never at customers'; this rule covers the latter. */
export const kindInvariants: Invariant[] = [
  {
    rule: 'an event of the house is the house’s, and one of customers a customer’s',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind
      WHERE k.owned <> (j.owner <> ledger.house())`,
  },
];

/** The event of a kind that each row of a table requires. */
export interface DemandedEvent {
  /** The table with its alias: `stakes s`. */
  from: string;
  where?: string;
  /** SQL expressions for the event's key, owner and reference. */
  key: string;
  owner: string;
  reference: string;
  /** SQL expression for the amount of each leg, by `giver>taker`. */
  legs: Readonly<Record<`${string}>${string}`, string>>;
}

/** Builds the SQL of a backing with one event per row. */
export function eventOf({ from, where = 'true', key, owner, reference, legs }: DemandedEvent): Backing {
  const values = Object.entries(legs).map(([leg, amount]) => {
    const [giver, taker] = leg.split('>');
    return `('${giver}', '${taker}', (${amount})::numeric)`;
  });
  return `SELECT ${key} AS key, ${owner} AS owner, ${reference} AS reference, leg.giver, leg.taker, leg.amount
    FROM ${from} CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS leg (giver, taker, amount) WHERE ${where}`;
}
