import type { KnownKind } from '../kinds.ts';
import type { Invariant, Subject } from './audit-books.ts';

/**
 * What in the product stands behind the events of a kind: SQL that returns, for each event that there should be, its `key`,
 * `owner` and `reference`, and for each leg of it `giver`, `taker` and `amount`. A leg of nothing is no leg.
 */
export type Backing = string;
export type Backings = Record<KnownKind, Backing>;

/** Both ways: an event that nothing stands behind, and something in the product whose event was never posted. */
export function backingInvariants(backings: Partial<Backings>, of: Subject = 'customer'): Invariant[] {
  return Object.entries(backings).map(([kind, backing]) => ({
    rule: `what stands behind ${kind} is exactly what it moved`,
    of,
    sql: `WITH owed AS (
        SELECT key, owner, reference, giver, taker, sum(amount) AS amount FROM (${backing}) behind
        WHERE amount <> 0 GROUP BY key, owner, reference, giver, taker
      ), moved AS (
        SELECT j.key, CASE WHEN j.owner <> ledger.house_of(j.cell) THEN j.owner END AS owner, j.reference,
          e.from_account AS giver, e.to_account AS taker, sum(e.amount) AS amount
        FROM ledger.journals j JOIN ledger.entries e USING (cell, owner, number)
        WHERE j.kind = '${kind}' GROUP BY j.key, j.owner, j.cell, j.reference, e.from_account, e.to_account
      )
      SELECT 'journal ' || key || ', ' || giver || ' to ' || taker || ', moved ' || coalesce(m.amount, 0)
        || ', behind it ' || coalesce(o.amount, 0) AS place
      FROM moved m FULL JOIN owed o USING (key, giver, taker)
      WHERE m.amount IS DISTINCT FROM o.amount OR m.owner IS DISTINCT FROM o.owner
        OR m.reference IS DISTINCT FROM o.reference`,
  }));
}

/** The rule of the backings of the house is asked of its own journals alone, and of no customer's: so this one is asked of those. */
export const kindInvariants: Invariant[] = [
  {
    rule: 'an event of the house is the house’s, and one of customers a customer’s',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind
      WHERE k.owned <> (j.owner <> ledger.house_of(j.cell))`,
  },
];

/** The event of a kind that each row of a table demands. */
export interface DemandedEvent {
  /** The table with its short name: `stakes s`. */
  from: string;
  where?: string;
  /** SQL of the event's key, and of whose and what it is. */
  key: string;
  owner: string;
  reference: string;
  /** SQL of the amount of each leg, by `giver>taker`. */
  legs: Readonly<Record<`${string}>${string}`, string>>;
}

/** The SQL of a backing that is one event for each row. */
export function eventOf({ from, where = 'true', key, owner, reference, legs }: DemandedEvent): Backing {
  const values = Object.entries(legs).map(([leg, amount]) => {
    const [giver, taker] = leg.split('>');
    return `('${giver}', '${taker}', (${amount})::numeric)`;
  });
  return `SELECT ${key} AS key, ${owner} AS owner, ${reference} AS reference, leg.giver, leg.taker, leg.amount
    FROM ${from} CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS leg (giver, taker, amount) WHERE ${where}`;
}
