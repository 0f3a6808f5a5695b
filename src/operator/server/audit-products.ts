import { createHash } from 'node:crypto';
import { addBroken, type Broken, findBroken, type Invariant, type Pass } from '#ledger/server/audit-books.ts';
import type { AuditOptions } from '#ledger/server/audit-ledger.ts';
import { type Database, requireOne, type Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { type Audited, auditedRows, houseRows, sealedWith } from './audited-rows.ts';

/** The most customers checked at once, or fewer if they have this many journals: their rows have to fit in memory. */
const mostAtOnce = { customers: 1_000, journals: 20_000n };

/**
 * Checks the products' rules in one snapshot. Rules over everybody's rows are checked in full. Rules over one customer's rows are checked
 * for those whose rows do not match the mark of their seal, or who have none; where they hold, the customer is sealed. `beginning` checks
 * every rule for everybody at once, and seals all if nothing is broken.
 */
export async function auditProducts(
  db: Database,
  invariants: readonly Invariant[],
  { since, seals = true }: AuditOptions,
): Promise<Broken[]> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    tx.send('SET LOCAL statement_timeout = 0');
    tx.send('SET LOCAL idle_in_transaction_session_timeout = 0');
    tx.send('SET LOCAL jit = off');
    // Tables are read whole and sequentially here.
    tx.send('SET LOCAL random_page_cost = 4');
    tx.send(`SET LOCAL work_mem = '16MB'`);
    // The planner underestimates joins by owner and number, and would look up millions of entries one by one.
    tx.send('SET LOCAL enable_nestloop = off');
    // Plans with the actual ids: only then is a list of thousands hashed as a table.
    tx.send('SET LOCAL plan_cache_mode = force_custom_plan');
    const isWhole = since === 'beginning';
    const broken = await findBroken(tx, isWhole ? invariants : askedEachTime(invariants));
    if (isWhole && (broken.length > 0 || !seals)) return broken;
    for (const audited of auditedRows) {
      const pass = passOf(audited, invariants);
      let isGood: boolean | undefined = isWhole || undefined;
      for await (const changed of changedSince(tx, audited, pass)) {
        isGood ??= changed[0]?.is_most === true && (await isAllGood(tx, audited, invariants));
        const found = isGood ? [] : await findBroken(tx, [askedOf(pass, changed)]);
        for (const each of found) addBroken(broken, each);
        if (seals && found.length === 0) await sealAll(db, audited.subject, changed);
      }
    }
    return broken;
  });
}

/** If most customers changed, as after an upgrade or in the first audit, checking everybody at once costs half as much. */
async function isAllGood(sql: Sql, { subject }: Audited, invariants: readonly Invariant[]): Promise<boolean> {
  const broken = await findBroken(
    sql,
    invariants.filter(({ of }) => of === subject),
  );
  return broken.length === 0;
}

/** The rules over everybody's rows, and those of the house over its own events. */
function askedEachTime(invariants: readonly Invariant[]): (Invariant | Pass)[] {
  const ofHouse = invariants.filter(({ of }) => of === 'house');
  return [...invariants.filter(({ of }) => of === undefined), together(ofHouse, houseRows)];
}

/** Combines a subject's rules into one query over the customers in $1. */
export function passOf({ subject, rows, beside }: Audited, invariants: readonly Invariant[]): Pass {
  const rules = invariants.filter(({ of }) => of === subject);
  return together(rules, [...beside, ...rows.map(({ table, asked }) => [table, asked] as const)]);
}

/** Gives rules a subset of rows under the names of their tables: a name in WITH takes precedence over a table. */
function together(invariants: readonly Invariant[], rows: readonly (readonly [name: string, sql: string])[]): Pass {
  const found = invariants.map(
    ({ rule, sql }) =>
      `SELECT '${rule.replaceAll("'", "''")}' AS rule, place FROM (${sql.replaceAll(/\bledger\.(accounts|journals|entries)\b/g, '$1')}) found`,
  );
  return {
    rules: invariants.map(({ rule }) => rule),
    sql: `WITH ${rows.map(([name, sql]) => `${name} AS MATERIALIZED (${sql})`).join(',\n')}\n${found.join('\nUNION ALL\n')}`,
  };
}

export function askedOf(pass: Pass, changed: readonly Changed[]): Pass {
  return { ...pass, values: [changed.map(({ id }) => id)] };
}

/** A customer whose rows do not match the mark of their seal; the mark is null if no rows are left. */
export interface Changed {
  id: string;
  mark: string | null;
  journals: bigint;
  /** Whether more than half of the customers have changed. */
  is_most: boolean;
}

/** Yields changed customers in batches. */
export async function* changedSince(
  sql: Sql,
  audited: Audited,
  pass: Pass,
  most = mostAtOnce,
): AsyncGenerator<Changed[]> {
  const cursor = `changed_${audited.subject}`;
  await sql.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${changedOf(audited, await readSeed(sql, pass))}`);
  let some: Changed[] = [];
  let journals = 0n;
  for (let isEnd = false; !isEnd;) {
    const fetched = await sql.query<Changed>(`FETCH ${most.customers} FROM ${cursor}`);
    isEnd = fetched.length < most.customers;
    for (const each of fetched) {
      if (some.length === most.customers || (some.length > 0 && journals + each.journals > most.journals)) {
        yield some;
        some = [];
        journals = 0n;
      }
      some.push(each);
      journals += each.journals;
    }
  }
  if (some.length > 0) yield some;
  await sql.query(`CLOSE ${cursor}`);
}

/** SQL that selects everybody whose rows hash to a sum other than their seal's. */
export function changedOf({ subject, rows }: Audited, seed: bigint): string {
  const marks = rows.map(
    ({ all, whose }, at) =>
      `SELECT ${whose} AS id, hash_record_extended(x, ${BigInt.asIntN(64, seed ^ BigInt(at))}::bigint) AS mark FROM ${all}`,
  );
  return `SELECT c.id, c.mark, coalesce(a.number, 0) AS journals, count(*) OVER () * 2 > (SELECT count(*) FROM customers) AS is_most FROM (
      SELECT coalesce(m.id, s.customer_id) AS id, m.mark
      FROM (SELECT id, sum(mark) AS mark FROM (${marks.join(' UNION ALL ')}) each_row GROUP BY id) m
      FULL JOIN (SELECT customer_id, mark FROM ledger.product_seals WHERE subject = '${subject}') s ON s.customer_id = m.id
      WHERE m.mark IS DISTINCT FROM s.mark
    ) c LEFT JOIN ledger.accounts a ON a.owner = c.id ORDER BY c.id`;
}

/**
 * The seed of every hash: these rules, the shared tables they read, and the last migration. If any of them changes, so does every row's
 * hash, and everybody is checked once.
 */
async function readSeed(sql: Sql, { sql: rules }: Pass): Promise<bigint> {
  const beside = sealedWith.map((table) => `(SELECT sum(hash_record_extended(x, 0)) FROM ${table} x)`);
  const { seed } = await requireOne<{ seed: bigint }>(
    sql,
    `SELECT hash_record_extended(ROW (${beside.join(', ')}, (SELECT max(name) FROM migrations)), $1) AS seed`,
    [createHash('sha256').update(rules).digest().readBigInt64BE()],
  );
  return seed;
}

/** It does not matter which audit seals last: a mark states that rows were good, not that they are the newest. */
async function sealAll(db: Database, subject: Audited['subject'], changed: readonly Changed[]): Promise<void> {
  await db.query('SELECT ledger.seal_products($1, $2, $3)', [
    subject,
    changed.map(({ id }) => id),
    changed.map(({ mark }) => mark),
  ]);
}
