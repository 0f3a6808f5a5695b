import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { transaction } from '#database/server/transaction.ts';
import { actionInvariants } from '../action-invariants.ts';
import { recordAction } from '../record-action.ts';
import { lastroOf } from '../testing/type-command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const record = (name: string, requestId: string | null = null): Promise<void> =>
  transaction(world.db, (tx) =>
    recordAction(tx, {
      operator: { name, staffId: null, address: '192.0.2.7', sessionId: null, requestId, maker: null },
      action: 'a test',
      details: {},
    }),
  );

test('[R2] [R5] the action log can be filtered by operator, action, customer and time', async () => {
  const lastro = lastroOf(world);
  await world.investor({ email: 'davi@example.com' });
  await lastro('customer show davi@example.com');
  await lastro('treasury fund 5');
  await lastro('copytrade open');
  await lastro('copytrade close', '--reason', 'a test');
  const list = async (filter: string): Promise<{ action: string }[]> =>
    JSON.parse((await lastro(`actions list ${filter} --json`)).out) as { action: string }[];

  expect((await list('')).slice(0, 4).map(({ action }) => action)).toEqual([
    'copytrade close',
    'copytrade open',
    'treasury fund',
    'customer show',
  ]);
  expect(await list('--customer davi@example.com')).toMatchObject([{ action: 'customer show' }]);
  expect(await list('--action treasury')).toMatchObject([{ action: 'treasury fund', details: { usd: '5.00' } }, {}]);
  expect(await list('--action copytrade')).toMatchObject([
    { was: { open: 'true' }, isNow: { open: 'false' } },
    { isNow: { open: 'true' } },
  ]);
  expect(await list('--by nobody')).toEqual([]);
  expect(await list('--from 2999-01-01')).toEqual([]);
  expect(await list('--until 2020-01-01')).toEqual([]);
  expect(await list(`--before 2`)).toMatchObject([{ number: 1 }]);
  expect((await lastro('actions list')).out).toMatch(
    /operator-of-tests {2}copytrade close {2}\{"open":"false","reason":"a test"\} {2}\{"open":"true"\} -> /,
  );
});

test.each(['--from yesterday', '--before 0', '--before x', '--customer'])(
  '[R5] rejects %s as a usage error',
  async (typed) => {
    expect((await lastroOf(world)(`actions list ${typed}`)).exit).toBe(2);
  },
);

test('[R5] fifty concurrent actions are numbered consecutively, without a gap', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, at) => record(`number ${at}`)));
  const rows = await world.db.query<{ gap: bigint }>(
    'SELECT number - lag(number, 1, 0::bigint) OVER (ORDER BY number) AS gap FROM actions',
  );
  expect(rows.length).toBeGreaterThanOrEqual(50);
  expect(rows.every(({ gap }) => gap === 1n)).toBe(true);
});

test('[R5] an action decided by two people is done once, however often it is tried', async () => {
  const request = '019aa000-0000-7000-8000-000000000001';
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => record('twice', request)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('[R5] the audit finds changes that the owner of the tables makes to the account', () => {
  test.each([
    ['a word that was changed', `UPDATE actions SET operator = 'somebody else' WHERE number = 2`, 'action 2'],
    ['a detail that was changed', `UPDATE actions SET details = '{"usd": "5000.00"}' WHERE number = 3`, 'action 3'],
    ['a row that was taken out', 'DELETE FROM actions WHERE number = 2', 'action 3'],
    ['the last row taken out', 'DELETE FROM actions WHERE number = (SELECT max(number) FROM actions)', ''],
    [
      'a row put between',
      `INSERT INTO actions SELECT number + 1000, happened_at, 'somebody', NULL, NULL, NULL, action, details, NULL, NULL, hash FROM actions WHERE number = 2`,
      'action 1002',
    ],
    ['a head that was put back', 'UPDATE action_chain SET number = number - 1', ''],
  ])('%s', async (_, change, place) => {
    const owner = new pg.Client({ connectionString: world.db.adminUrl });
    await owner.connect();
    const found: string[] = [];
    try {
      await owner.query('BEGIN; ALTER TABLE actions DISABLE TRIGGER USER');
      await owner.query(change);
      for (const { sql } of actionInvariants) {
        const { rows } = await owner.query<{ place: string }>(sql);
        found.push(...rows.map((row) => row.place));
      }
    } finally {
      await owner.query('ROLLBACK');
      await owner.end();
    }
    expect(found.length).toBeGreaterThan(0);
    expect(found.some((each) => each.startsWith(place))).toBe(true);
  });
});
