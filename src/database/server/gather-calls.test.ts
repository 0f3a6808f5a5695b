import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { gatherCall } from './gather-calls.ts';
import { codeOf } from './is-lost.ts';

let db: TestDatabase;
let holder: pg.Client;
beforeAll(async () => {
  db = await cloneDatabase();
  holder = new pg.Client({ connectionString: db.adminUrl });
  await holder.connect();
  await holder.query(`
    CREATE TABLE effects (customer uuid, what text, xid xid8 DEFAULT pg_current_xact_id());
    CREATE TABLE doors (customer uuid PRIMARY KEY);
    GRANT ALL ON effects, doors TO PUBLIC;
    CREATE FUNCTION act(p_customers uuid[], p_whats text[]) RETURNS TABLE (n bigint, outcome text) LANGUAGE plpgsql AS $$
    DECLARE
      free uuid[] := ARRAY(SELECT d.customer FROM doors d WHERE d.customer = ANY (p_customers) FOR UPDATE SKIP LOCKED);
    BEGIN
      IF 'spoils' = ANY (p_whats) THEN RAISE EXCEPTION 'no' USING ERRCODE = 'LB099'; END IF;
      IF 'waits' = ANY (p_whats) THEN PERFORM pg_advisory_xact_lock_shared(7); END IF;
      RETURN QUERY WITH judged AS (
        SELECT g.*, CASE WHEN g.what = 'refused' THEN 'refused'
          WHEN g.customer <> ALL (free) AND EXISTS (SELECT FROM doors d WHERE d.customer = g.customer) THEN 'again' END AS outcome
        FROM unnest(p_customers, p_whats) WITH ORDINALITY AS g (customer, what, n)
      ), done AS (INSERT INTO effects SELECT j.customer, j.what FROM judged j WHERE j.outcome IS NULL)
      SELECT j.n, j.outcome FROM judged j ORDER BY j.n DESC;
    END $$`);
});
beforeEach(async () => void (await holder.query('TRUNCATE effects, doors')));
afterAll(async () => {
  await holder.end();
  await db.close();
});

const call = (what: string, customer: string = randomUUID()) =>
  gatherCall(db, 'SELECT n, outcome FROM act($1, $2)', customer, [what]);
const done = async (): Promise<{ what: string; xid: string }[]> =>
  (await holder.query('SELECT what, xid::text FROM effects ORDER BY what')).rows;

test('[F3] what gathers in one turn commits together, and each call is told what became of it', async () => {
  const outcomes = await Promise.all([call('a'), call('refused'), call('b'), call('refused'), call('c')]);
  expect(outcomes).toEqual([null, 'refused', null, 'refused', null]);
  const rows = await done();
  expect(rows.map(({ what }) => what)).toEqual(['a', 'b', 'c']);
  expect(new Set(rows.map(({ xid }) => xid)).size).toBe(1);
});

test('[F3] of one customer’s calls there is one in a batch, in the order in which they came', async () => {
  const customer = randomUUID();
  expect(await Promise.all(['1', '2', '3'].map((what) => call(what, customer)))).toEqual([null, null, null]);
  const rows = await done();
  expect(rows.map(({ what }) => what)).toEqual(['1', '2', '3']);
  expect(new Set(rows.map(({ xid }) => xid)).size).toBe(3);
});

test('[F3] a call that the statement cannot take fails alone', async () => {
  const [a, spoiler, b] = await Promise.allSettled([call('a'), call('spoils'), call('b')]);
  expect([a, b]).toMatchObject([{ value: null }, { value: null }]);
  expect(spoiler.status === 'rejected' && codeOf(spoiler.reason)).toBe('LB099');
  expect((await done()).map(({ what }) => what)).toEqual(['a', 'b']);
});

test('[F3] whoever is held by somebody else holds up nobody, and is done once they are let go', async () => {
  const held = randomUUID();
  await holder.query('INSERT INTO doors VALUES ($1)', [held]);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM doors FOR UPDATE');
  const waiting = call('late', held);
  expect(await Promise.all([call('a'), call('b')])).toEqual([null, null]);
  let isOver = false;
  void waiting.then(() => (isOver = true));
  expect(await call('c')).toBe(null);
  expect(isOver).toBe(false);
  await holder.query('ROLLBACK');
  expect(await waiting).toBe(null);
  expect((await done()).map(({ what }) => what)).toEqual(['a', 'b', 'c', 'late']);
});

test('[F3] a batch that takes long lets one more begin, and no third', async () => {
  await holder.query('SELECT pg_advisory_lock(7)');
  const slow = call('waits');
  await expect.poll(waitingBatches, { timeout: 10_000 }).toBe(1);
  const second = call('waits');
  await expect.poll(waitingBatches, { timeout: 10_000 }).toBe(2);
  const third = call('a');
  let isOver = false;
  void third.then(() => (isOver = true));
  await expect.poll(waitingBatches, { timeout: 10_000 }).toBe(2);
  expect(isOver).toBe(false);
  await holder.query('SELECT pg_advisory_unlock(7)');
  expect(await Promise.all([slow, second, third])).toEqual([null, null, null]);
});

async function waitingBatches(): Promise<number> {
  const { rows } = await holder.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
  );
  return rows[0].waiting;
}
