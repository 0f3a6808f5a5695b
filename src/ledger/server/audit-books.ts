import type { Sql } from '#platform/server/database.ts';
import { type CustomerAccount, customerAccounts } from '../journal.ts';
import { knownKinds } from '../kinds.ts';

/** A rule of the books, as SQL that returns one row for each place where it is broken, and none when it holds. */
export interface Invariant {
  rule: string;
  sql: string;
}

export interface Finding {
  rule: string;
  where: string;
}

/** A rule that is broken: in how many places, and the first of them. */
export interface Broken {
  rule: string;
  count: number;
  places: string[];
}

/** Of each rule no more is shown, however many places there are. */
export const mostPlacesShown = 100;

export function findingsOf(broken: readonly Broken[]): Finding[] {
  return broken.flatMap(({ rule, places }) => places.map((where) => ({ rule, where })));
}

export function countFindings(broken: readonly Broken[]): number {
  return broken.reduce((sum, { count }) => sum + count, 0);
}

const customers = customerAccounts.map((account) => `'${account}'`).join(', ');
const sums = (of: (account: CustomerAccount) => string): string => customerAccounts.map(of).join(', ');

/** What an entry changes in each customer account. */
const changeOf = (account: CustomerAccount): string =>
  `sum(CASE WHEN to_account = '${account}' THEN amount WHEN from_account = '${account}' THEN -amount ELSE 0 END)`;

/** The ledger's own rules. Products add theirs: what each position's state demands of its journals. */
export const ledgerInvariants: Invariant[] = [
  {
    rule: 'every stored balance equals the sum of its entries',
    sql: `SELECT 'accounts of ' || owner AS place FROM ledger.accounts a FULL JOIN (
        SELECT owner, ${sums((account) => `${changeOf(account)} AS ${account}`)} FROM ledger.entries
        WHERE from_account IN (${customers}) OR to_account IN (${customers}) GROUP BY owner
      ) e USING (owner)
      WHERE (${sums((account) => `coalesce(a.${account}, 0)`)}) <> (${sums((account) => `coalesce(e.${account}, 0)`)})`,
  },
  {
    rule: 'what a cell has left to promise equals the sum of its entries',
    sql: `SELECT 'treasury of cell ' || cell || ' holds ' || t.balance || ', its entries say ' || coalesce(e.balance, 0) AS place
      FROM ledger.treasury t LEFT JOIN (
        SELECT cell, sum(CASE WHEN to_account = 'treasury' THEN amount ELSE -amount END) AS balance FROM ledger.entries
        WHERE 'treasury' IN (from_account, to_account) GROUP BY cell
      ) e USING (cell) WHERE t.balance <> coalesce(e.balance, 0)`,
  },
  {
    rule: 'the balances after each entry follow from the ones before',
    sql: `SELECT 'journal ' || owner || ' ' || number || ', ' || account AS place FROM (
        SELECT owner, number, account, after_it, change,
          lag(after_it, 1, 0::bigint) OVER (PARTITION BY owner, account ORDER BY number, leg) AS before_it
        FROM (
          SELECT owner, number, leg, to_account AS account, to_balance AS after_it, amount AS change FROM ledger.entries
          WHERE to_account IN (${customers})
          UNION ALL
          SELECT owner, number, leg, from_account, from_balance, -amount FROM ledger.entries WHERE from_account IN (${customers})
        ) legs
      ) chain WHERE after_it IS NULL OR before_it + change <> after_it`,
  },
  {
    rule: 'each journal keeps the balances after it',
    sql: `SELECT 'journal ' || j.key AS place FROM (
        SELECT *, ${sums((account) => `lag(${account}, 1, 0::bigint) OVER w AS ${account}_before`)}
        FROM ledger.journals WHERE balance IS NOT NULL WINDOW w AS (PARTITION BY owner ORDER BY number)
      ) j JOIN LATERAL (
        SELECT ${sums((account) => `${changeOf(account)} AS ${account}`)} FROM ledger.entries e
        WHERE e.owner = j.owner AND e.number = j.number
      ) e ON (${sums((account) => `j.${account}`)}) IS DISTINCT FROM (${sums((account) => `j.${account}_before + e.${account}`)})`,
  },
  {
    rule: 'the journals of an owner are numbered from one without a gap, and their moments never go back',
    sql: `SELECT 'journal ' || key AS place FROM (
        SELECT key, number, row_number() OVER w AS place, happened_at, lag(happened_at) OVER w AS before_it
        FROM ledger.journals WINDOW w AS (PARTITION BY owner ORDER BY number)
      ) j WHERE number <> place OR happened_at < before_it`,
  },
  {
    rule: 'the hash of each journal covers what it moved and the hash of the one before',
    sql: `SELECT 'journal ' || key AS place FROM (
        SELECT j.key, j.hash, ledger.chain(coalesce(lag(j.hash) OVER (PARTITION BY j.owner ORDER BY j.number), ''),
          j.owner, j.number, j.happened_at, j.key, j.kind, j.reference, coalesce(e.legs, '')) AS expected
        FROM ledger.journals j LEFT JOIN (
          SELECT owner, number, string_agg(from_account || '>' || to_account || ':' || amount || ',', '' ORDER BY leg) AS legs
          FROM ledger.entries GROUP BY owner, number
        ) e USING (owner, number)
      ) chained WHERE hash <> expected`,
  },
  {
    rule: 'accounts and treasury stand where their last journal left them',
    sql: `SELECT 'owner ' || owner AS place FROM (
        SELECT owner, number, head FROM ledger.accounts
        UNION ALL SELECT ledger.house_of(cell), number, head FROM ledger.treasury
      ) a LEFT JOIN LATERAL (
        SELECT j.number, j.hash FROM ledger.journals j WHERE j.owner = a.owner ORDER BY j.number DESC LIMIT 1
      ) j ON true
      WHERE (a.number, a.head) IS DISTINCT FROM (coalesce(j.number, 0), coalesce(j.hash, ''))`,
  },
  {
    rule: 'every event moved something, and every entry belongs to an event',
    sql: `SELECT 'journal ' || coalesce(j.key, owner || ' ' || number) AS place FROM ledger.journals j
      FULL JOIN (SELECT owner, number, min(kind) AS kind, max(kind) AS other, min(happened_at) AS at FROM ledger.entries GROUP BY 1, 2) e
      USING (owner, number)
      WHERE j.kind IS DISTINCT FROM e.kind OR j.kind IS DISTINCT FROM e.other OR j.happened_at IS DISTINCT FROM e.at`,
  },
  {
    rule: 'a customer account moves only in that customer’s events, and the house’s move no customer account',
    sql: `SELECT 'journal ' || e.owner || ' ' || e.number AS place FROM ledger.entries e
      WHERE e.owner = ledger.house_of(e.cell) AND (e.from_account IN (${customers}) OR e.to_account IN (${customers}))`,
  },
  {
    // Tests make kinds of their own, where nothing would outlive a loss of power: no such database is served.
    rule: 'every event is of a kind that the product knows',
    sql: `SELECT 'journal ' || j.key || ' is ' || j.kind AS place FROM ledger.journals j
      WHERE j.kind <> ALL ('{${knownKinds.join()}}') AND NOT (
        current_setting('fsync') = 'off' AND j.kind LIKE 'test%' AND EXISTS (SELECT FROM ledger.kinds k WHERE k.kind = j.kind))`,
  },
  {
    rule: 'every event moved only between the accounts that its kind may touch',
    sql: `SELECT 'journal ' || e.owner || ' ' || e.number || ', ' || e.from_account || ' to ' || e.to_account AS place
      FROM ledger.entries e LEFT JOIN ledger.kinds k USING (kind)
      WHERE (e.from_account || '>' || e.to_account = ANY (k.legs)) IS NOT TRUE`,
  },
  {
    rule: 'money in = money out + money held',
    sql: `SELECT 'off by ' || held AS place FROM (
        SELECT coalesce(sum(CASE WHEN from_account IN ('brokerage', 'funding', 'trading', 'transit', 'fees') THEN amount ELSE 0 END)
          - sum(CASE WHEN to_account IN ('brokerage', 'funding', 'trading', 'transit', 'fees') THEN amount ELSE 0 END), 0)
          - (SELECT coalesce(sum(${customerAccounts.join(' + ')}), 0) FROM ledger.accounts)
          - (SELECT coalesce(sum(balance), 0) FROM ledger.treasury) AS held
        FROM ledger.entries
      ) books WHERE held <> 0`,
  },
  {
    rule: 'what is on its way between cells has left one and not yet arrived in the other',
    sql: `SELECT 'transit ' || coalesce(t.id, e.reference) AS place FROM ledger.transits t FULL JOIN (
        SELECT j.reference, min(j.cell) FILTER (WHERE j.kind = 'treasury_sent') AS cell,
          sum(amount) FILTER (WHERE j.kind = 'treasury_sent') AS sent, sum(amount) FILTER (WHERE j.kind = 'treasury_received') AS received
        FROM ledger.journals j JOIN ledger.entries e USING (owner, number)
        WHERE j.kind IN ('treasury_sent', 'treasury_received') GROUP BY j.reference
      ) e ON e.reference = t.id
      WHERE t.amount IS DISTINCT FROM e.sent OR (t.arrived_at IS NOT NULL AND e.received IS DISTINCT FROM t.amount)
        OR (e.received IS NOT NULL AND e.received IS DISTINCT FROM t.amount)`,
  },
];

/**
 * Runs every rule over the whole of the books, and answers those that are broken. What is found is counted where it is found: books
 * of which nothing fits any more are told of in as few words as those with one mistake.
 */
export async function findBroken(sql: Sql, invariants: readonly Invariant[]): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const { rule, sql: text } of invariants) {
    const rows = await sql.query<{ place: string; count: bigint }>(
      `SELECT place, count(*) OVER () AS count FROM (${text}) found LIMIT ${mostPlacesShown}`,
    );
    const [first] = rows;
    if (first) broken.push({ rule, count: Number(first.count), places: rows.map(({ place }) => place) });
  }
  return broken;
}

/** The first findings of every rule. An empty list means that the books balance. */
export async function auditBooks(sql: Sql, invariants: readonly Invariant[]): Promise<Finding[]> {
  return findingsOf(await findBroken(sql, invariants));
}
