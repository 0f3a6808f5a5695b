import type { Sql } from '#platform/server/database.ts';
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

/** The ledger's own rules. Products add theirs: what each position's state demands of its journals. */
export const ledgerInvariants: Invariant[] = [
  {
    rule: 'every stored balance equals the sum of its transfers',
    sql: `SELECT 'account ' || b.account_id || ' holds ' || b.balance || ', its transfers say ' || coalesce(sum(t.change), 0) AS place
      FROM ledger.balances b LEFT JOIN (
        SELECT to_account AS account_id, amount AS change FROM ledger.transfers
        UNION ALL SELECT from_account, -amount FROM ledger.transfers
      ) t USING (account_id)
      GROUP BY b.account_id, b.balance HAVING b.balance <> coalesce(sum(t.change), 0)`,
  },
  {
    rule: 'the balance after each transfer follows from the one before',
    sql: `SELECT 'account ' || account_id || ', transfer ' || id AS place FROM (
        SELECT account_id, id, after_it, change,
          lag(after_it, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY id) AS before_it
        FROM (
          SELECT to_account AS account_id, id, to_balance AS after_it, amount AS change
          FROM ledger.transfers WHERE to_balance IS NOT NULL
          UNION ALL
          SELECT from_account, id, from_balance, -amount FROM ledger.transfers WHERE from_balance IS NOT NULL
        ) legs
      ) chain WHERE before_it + change <> after_it`,
  },
  {
    rule: 'no customer and no shard of the treasury is below zero',
    sql: `SELECT 'account ' || account_id || ' at ' || balance AS place FROM ledger.balances WHERE balance < 0`,
  },
  {
    rule: 'accounts that may not go below zero have a running balance on every transfer',
    sql: `SELECT 'transfer ' || t.id AS place FROM ledger.transfers t
      JOIN ledger.balances b ON (b.account_id = t.from_account AND t.from_balance IS NULL)
        OR (b.account_id = t.to_account AND t.to_balance IS NULL)`,
  },
  {
    rule: 'the version of a balance counts its transfers',
    sql: `SELECT 'account ' || b.account_id AS place FROM ledger.balances b WHERE b.version <> (
        SELECT count(*) FROM ledger.transfers t WHERE t.from_account = b.account_id OR t.to_account = b.account_id)`,
  },
  {
    rule: 'every event moved something',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE NOT EXISTS (SELECT FROM ledger.transfers t WHERE t.journal_id = j.id)`,
  },
  {
    rule: 'a customer account moves only in that customer’s events',
    sql: `SELECT 'journal ' || j.key || ', account ' || a.id AS place
      FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
      JOIN ledger.accounts a ON a.id IN (t.from_account, t.to_account)
      WHERE a.owner IS NOT NULL AND a.owner IS DISTINCT FROM j.owner`,
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
    sql: `SELECT 'journal ' || j.key || ', ' || f.kind || ' to ' || g.kind AS place FROM ledger.transfers t
      JOIN ledger.journals j ON j.id = t.journal_id
      JOIN ledger.accounts f ON f.id = t.from_account JOIN ledger.accounts g ON g.id = t.to_account
      LEFT JOIN ledger.legs l ON l.kind = j.kind AND l.from_account = f.kind AND l.to_account = g.kind
      WHERE l.kind IS NULL`,
  },
  {
    rule: 'money in = money out + money held',
    sql: `SELECT 'off by ' || held AS place FROM (
        SELECT coalesce(sum(CASE WHEN f.kind IN ('brokerage', 'funding', 'trading') THEN t.amount ELSE 0 END)
          - sum(CASE WHEN g.kind IN ('brokerage', 'funding', 'trading') THEN t.amount ELSE 0 END), 0)
          - (SELECT sum(balance) FROM ledger.balances)
          - coalesce(sum(CASE WHEN g.kind = 'fees' THEN t.amount ELSE 0 END)
          - sum(CASE WHEN f.kind = 'fees' THEN t.amount ELSE 0 END), 0) AS held
        FROM ledger.transfers t JOIN ledger.accounts f ON f.id = t.from_account JOIN ledger.accounts g ON g.id = t.to_account
      ) books WHERE held <> 0`,
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
