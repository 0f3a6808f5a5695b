import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#app/server/testing/world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test('[R1] [R2] books that balance', async () => {
  const ana = await world.investor({ balance: '500.00' });
  await ana.post('/api/stake', { amount: 300, time_stake: 30 });
  const { exit, out } = await lastroOf(world)('books audit');
  expect([exit, out]).toEqual([0, expect.stringMatching(/^The books balance: \d+ rules hold\.\n/)]);
  expect(await lastAction(world)).toMatchObject({ action: 'books audit', details: { findings: 0 } });
});

test('[R1] books that somebody tampered with: each finding is listed, and the exit code is 1', async () => {
  await asOwner('UPDATE ledger.balances SET balance = balance + 1 WHERE account_id = 16');
  await asOwner(`UPDATE stakes SET status = 'finished', closed_at = now()`);
  const { exit, out } = await lastroOf(world)('books audit');
  expect([exit, out]).toEqual([1, expect.stringMatching(/^The books do not balance\.\n/)]);
  expect(out).toContain('broken: every stored balance equals the sum of its transfers: account 16 holds');
  expect(out).toContain('broken: a stake has exactly the journals its status demands: stake ');
  const { findings } = JSON.parse((await lastroOf(world)('books audit --json')).out);
  expect(findings).toContainEqual({ rule: expect.any(String), where: expect.stringContaining('account 16') });
  expect(await lastAction(world)).toMatchObject({ details: { findings: findings.length } });
});

/** What the product's own role may not do. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.db.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
