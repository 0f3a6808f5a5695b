import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '#auth/server/create-customer.ts';
import { nobodysHash } from '#auth/server/password-work.ts';
import { openSession, readSession } from '#auth/server/session-store.ts';
import { type Database, openDatabase } from './database.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { gatherCall } from './gather-calls.ts';
import { once } from '#http/server/idempotency.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { migrate } from './migrate.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { transaction } from './transaction.ts';

/** A dedicated primary whose synchronous standby can be made unavailable, so that no commit is confirmed. */
let postgres: EmbeddedPostgres;
let db: Database;
let impatient: Database;
let operator: pg.Client;

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
  await createDatabase(postgres.databaseUrl, 'lastro');
  const url = postgres.databaseUrl('lastro');
  await migrate(url, { isThrowaway: true });
  operator = new pg.Client({ connectionString: url });
  await operator.connect();
  await operator.query('ALTER DATABASE lastro SET synchronous_commit = on');
  await operator.query('CREATE TABLE effects (id int, what text)');
  db = openDatabase({ url });
  impatient = openDatabase({ url, patienceMs: 200 });
});
afterAll(async () => {
  await Promise.all([db.close(), impatient.close(), operator.end()]);
  await postgres.stop();
});
afterEach(() => standby('there'));

async function standby(is: 'there' | 'away'): Promise<void> {
  const names = is === 'away' ? 'nobody' : '';
  await operator.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await operator.query('SELECT pg_reload_conf()');
  const shown = async () => (await operator.query('SHOW synchronous_standby_names')).rows[0].synchronous_standby_names;
  await expect.poll(shown, { timeout: 10_000 }).toBe(names);
  // Commits wait only once the checkpointer, too, has read the configuration.
  if (is === 'away') while (!(await isAwaited()));
}

/** Whether a commit waits for the standby; its wait is cut short. */
async function isAwaited(): Promise<boolean> {
  let outcome: 'done' | 'waited' | undefined;
  const commit = db.query('INSERT INTO effects VALUES (0)').then(
    () => void (outcome = 'done'),
    () => void (outcome = 'waited'),
  );
  while (!outcome) await operator.query(cancelWaits);
  await commit;
  return outcome === 'waited';
}

const cancelWaits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

/** Acts as an operator who finds everybody waiting for a standby that does not come. */
async function cutTheWaitShort(): Promise<void> {
  await expect.poll(async () => (await operator.query(cancelWaits)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0);
}

/** How often the database is counted as having given no answer. */
async function unanswered(): Promise<number> {
  const counted = await metrics.getSingleMetricAsString('lastro_database_troubles_total');
  return Number(/cause="no_answer"\} (\d+)/.exec(counted)?.[1]);
}

const ana = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  phone: '+5511987654321',
  birth: '1990-05-17',
  passwordHash: nobodysHash,
  language: 'pt-BR',
  code: undefined,
  isEmailConfirmed: false,
} as const;

/** Done once for each key. */
const shared = `WITH given AS (
    SELECT g.*, EXISTS (SELECT FROM effects e WHERE e.what = g.key) AS is_done
    FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS g (customer, key, n)
  ), done AS (INSERT INTO effects (what) SELECT key FROM given WHERE NOT is_done)
  SELECT n, CASE WHEN is_done THEN 'answered' END AS outcome FROM given`;

const refused = (): never => {
  throw new Error('nothing is refused here');
};

test('[F4] a commit that the standby has not confirmed is not reported as done', async () => {
  await standby('away');
  const effect = transaction(db, (tx) => tx.query('INSERT INTO effects VALUES (1)'), { repeatable: true });
  await Promise.all([expect(effect).rejects.toBeInstanceOf(OutcomeUnknown), cutTheWaitShort()]);
});

test('[F4] nor is an autocommitted statement: what leaves for the brokerage is durably recorded first', async () => {
  await standby('away');
  const effect = db.query('INSERT INTO effects VALUES (2)');
  await Promise.all([expect(effect).rejects.toBeInstanceOf(OutcomeUnknown), cutTheWaitShort()]);
  // Reads wait for nobody.
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('[F4] a call retried with its key is answered only once the standby has it, and is done once', async () => {
  const intent = { customerId: randomUUID(), key: 'a key', request: 'the same', isKeyed: true };
  const call = () =>
    once(db, intent, refused, async (tx) => {
      tx.send('SELECT ledger.require_movable($1, $2)', [intent.customerId, intent.key]);
      await tx.query('INSERT INTO effects VALUES (3)');
      return { status: 201, text: 'done' };
    });
  await standby('away');
  for (const time of ['first', 'again']) {
    await Promise.all([expect(call(), time).rejects.toBeInstanceOf(OutcomeUnknown), cutTheWaitShort()]);
  }
  await standby('there');
  expect(await call()).toEqual({ status: 201, text: 'done', replayed: true });
  expect(await db.query('SELECT FROM effects WHERE id = 3')).toHaveLength(1);
});

test('[F4] of calls that share a commit none is reported as done before the standby has it, and each is done once', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const customers = keys.map(() => randomUUID());
  const call = (n: number) => gatherCall(db, shared, customers[n] as string, [keys[n]]);
  await standby('away');
  const calls = Promise.all(keys.map((_, n) => expect(call(n)).rejects.toBeInstanceOf(OutcomeUnknown)));
  const before = await unanswered();
  await Promise.all([calls, cutTheWaitShort()]);
  expect(await unanswered()).toBe(before + 1);
  await standby('there');
  for (const n of keys.keys()) expect(await call(n)).toBe('answered');
  const done = `FROM effects WHERE what = ANY ('{a,b,c,d,e}')`;
  expect(await db.query(`SELECT DISTINCT xmin::text ${done}`)).toHaveLength(1);
  expect(await db.query(`SELECT ${done}`)).toHaveLength(5);
});

test('[F4] a read does not wait for the standby, although it records the use of the session', async () => {
  const { id } = await transaction(db, (tx) => createCustomer(tx, ana));
  const { token } = await openSession(db, id, false);
  await db.query(
    `UPDATE sessions SET created_at = now() - interval '1 hour', last_used_at = now() - interval '1 hour'`,
  );
  await standby('away');
  expect(await readSession(impatient, token)).toMatchObject({ id });
  expect(await db.query(`SELECT FROM sessions WHERE last_used_at > now() - interval '1 minute'`)).toHaveLength(1);
});

test('[F4] nobody waits for a standby indefinitely', async () => {
  await standby('away');
  const commit = transaction(impatient, (tx) => tx.query('INSERT INTO effects VALUES (4)'), { repeatable: true });
  await expect(commit).rejects.toBeInstanceOf(OutcomeUnknown);
  await expect(impatient.query('INSERT INTO effects VALUES (5)')).rejects.toBeInstanceOf(OutcomeUnknown);
});
