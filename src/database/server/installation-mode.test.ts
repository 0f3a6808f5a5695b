import { afterEach, expect, test } from 'vitest';
import pg from 'pg';
import { createCustomer } from '#auth/server/create-customer.ts';
import { register } from '#auth/contract.ts';
import { importOperations } from '#payouts/server/import-operations.ts';
import { demoMembers } from '../../../db/demo-network.ts';
import { demo } from '../../../db/seed.ts';
import { importSandboxOperations } from '../../../db/sandbox-operations.ts';
import { moveBusinessClock } from './business-clock.ts';
import { readStamp, requireStamp, stampMode } from './installation-mode.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { transaction } from './transaction.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** An unstamped database, as from before stamps existed, and its owner. */
async function open(): Promise<{ db: TestDatabase; owner: pg.Client }> {
  const db = await cloneDatabase();
  const owner = new pg.Client({ connectionString: db.adminUrl });
  await owner.connect();
  await owner.query('SET ROLE lastro_owner');
  opened.push(
    () => owner.end(),
    () => db.close(),
  );
  return { db, owner };
}

const someone = {
  name: 'Ana',
  phone: '+5511987654321',
  birth: '1990-05-17',
  passwordHash: '-',
  isEmailConfirmed: true,
};
const customer = (db: TestDatabase, email: string) =>
  transaction(db, (tx) => createCustomer(tx, { ...someone, email }));

test.each(['sandbox', 'production'] as const)('[L1] a stamp as %s is permanent', async (mode) => {
  const { db, owner } = await open();
  await expect(requireStamp(db, mode)).rejects.toThrow('has no mode yet');
  await stampMode(owner, mode);
  const other = mode === 'sandbox' ? 'production' : 'sandbox';
  await stampMode(owner, other);
  expect(await readStamp(db)).toBe(mode);
  await requireStamp(db, mode);
  await expect(requireStamp(db, other)).rejects.toThrow(`permanently, but MODE is ${other}`);
  const changes = [`UPDATE installation SET mode = '${other}'`, 'DELETE FROM installation', 'TRUNCATE installation'];
  for (const change of changes) {
    await expect(owner.query(change)).rejects.toThrow('never changes');
    await expect(db.query(change)).rejects.toThrow('permission denied');
  }
  await expect(db.query(`INSERT INTO installation (only_row, mode) VALUES (true, '${other}')`)).rejects.toThrow(
    'permission denied',
  );
});

const recorded = (action: string, operator = 'carla') =>
  `SELECT record_action('${operator}', NULL, NULL, NULL, '${action}', '{}', NULL, NULL)`;

test.each<[string, (db: TestDatabase) => Promise<unknown>, string]>([
  ['its demo login', (db) => customer(db, demo.email), '1 of its customers'],
  ['somebody of a simulated year', (db) => customer(db, 'nelson.gomes.0a1b2c@sandbox.example'), '1 of its customers'],
  [
    'its operations',
    (db) => importSandboxOperations(db, new Date('2026-03-02'), new Date('2026-03-04')),
    'operations that it made up',
  ],
  ['its clock', (db) => transaction(db, (tx) => moveBusinessClock(tx, 1)), 'a clock that was moved ahead'],
  ['its treasury', (db) => db.query(recorded('treasury fund', 'seed')), 'a treasury that it gave itself'],
  ['its commands', (db) => db.query(recorded('brokerage fault')), 'commands that only a sandbox takes'],
])('[L1] an unstamped database that contains %s never becomes production', async (_what, live, trace) => {
  const { db, owner } = await open();
  await customer(db, 'bia@brokerage.com');
  await live(db);
  await expect(stampMode(owner, 'production')).rejects.toThrow(`only a sandbox has: ${trace}`);
  expect(await readStamp(db)).toBe(null);
  await stampMode(owner, 'sandbox');
  expect(await readStamp(db)).toBe('sandbox');
});

test('[L1] one with real customers and nothing of a sandbox never becomes a sandbox', async () => {
  const { db, owner } = await open();
  await customer(db, 'bia@brokerage.com');
  await expect(stampMode(owner, 'sandbox')).rejects.toThrow('it holds customers and nothing of a sandbox');
  await stampMode(owner, 'production');
});

test('[L1] data that only a sandbox has cannot enter production by any path', async () => {
  const { db, owner } = await open();
  await stampMode(owner, 'production');
  const refused = 'this is for the sandbox';
  const { id } = await customer(db, 'bia@brokerage.com');
  for (const email of [demo.email, ...demoMembers.map((member) => member.email)]) {
    await expect(customer(db, email)).rejects.toThrow(refused);
    await expect(db.query('UPDATE customers SET email = $1 WHERE id = $2', [email, id])).rejects.toThrow(refused);
  }
  await expect(transaction(db, (tx) => moveBusinessClock(tx, 1))).rejects.toThrow(refused);
  const line = { date: '2026-03-02T12:00:00Z', asset: 'Forex', pair: 'EUR/USD', payout: '1', reference: 'a' };
  const feed = {
    product: 'copytrade',
    lines: [{ line: 1, cells: line }],
    now: new Date('2026-03-03'),
    opensBefore: () => 0,
    bounds: null,
  } as const;
  await expect(transaction(db, (tx) => importOperations(tx, { ...feed, source: 'sandbox' }))).rejects.toThrow(refused);
  await transaction(db, (tx) => importOperations(tx, { ...feed, source: 'operator' }));
  await requireStamp(db, 'production');
});

test('[L1] production does not serve a database with sandbox data inserted behind its back', async () => {
  const { db, owner } = await open();
  await stampMode(owner, 'production');
  await owner.query('ALTER TABLE customers DISABLE TRIGGER customers_of_the_sandbox_stay_there');
  await customer(db, demo.email);
  await expect(requireStamp(db, 'production')).rejects.toThrow(
    'holds data that only a sandbox has: 1 of its customers',
  );
});

test.each([demo.email, 'DEMO@Lastro.Example', ' eve@sandbox.example', 'eve@SANDBOX.example'])(
  '[L1] nobody can register with the address %s, which would keep production from starting again',
  (email) => {
    const asked = {
      name: 'Eve',
      email,
      phone: '+5511987654321',
      birth: '1990-05-17',
      password: 'capivara no telhado',
      terms: true,
    };
    expect(register.body.safeParse(asked).success).toBe(false);
    expect(register.body.safeParse({ ...asked, email: 'eve@sandbox.example.com' }).success).toBe(true);
  },
);
