import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient } from '#database/server/clients.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { describedCalls } from './testing/fuzzed-call.ts';

/** Reads that travel with those of other callers, each behind the look-up of its own. */
let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const end = ({ token }: TestInvestor): Promise<unknown> =>
  world.db.query('DELETE FROM sessions WHERE token_hash = $1', [hashOfToken(token)]);

/** A customer seen here before, with pages of stakes. */
async function known(): Promise<TestInvestor> {
  const ana = await world.investor({ balance: '100' });
  for (let n = 0; n < 3; n += 1) await ana.post('/api/stake', { amount: 10, time_stake: 30 });
  expect((await ana.get('/api/stakes?limit=2')).headers).toHaveProperty('link');
  return ana;
}

describe('a session ended by another process', () => {
  test('[A5] reveals nothing more, not even in headers, and is answered like a stranger', async () => {
    const ana = await known();
    await end(ana);
    const stranger = await world.ask({ method: 'GET', url: '/api/stakes?limit=2' });
    for (let n = 0; n < 2; n += 1) {
      const answer = await ana.get('/api/stakes?limit=2');
      expect([answer.statusCode, answer.body]).toEqual([401, stranger.body]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(stranger.headers));
    }
  });

  test('[A5] is refused before its input is validated', async () => {
    const ana = await known();
    expect((await ana.get('/api/stakes?limit=none')).statusCode).toBe(422);
    await end(ana);
    expect((await ana.get('/api/stakes?limit=none')).statusCode).toBe(401);
  });

  test('[A5] is refused immediately, however long the read would take', async () => {
    const ana = await known();
    await end(ana);
    const other = await openClient({ connectionString: world.db.adminUrl });
    await other.query('BEGIN; LOCK TABLE positions');
    const answer = await ana.get('/api/stakes');
    expect(answer.statusCode).toBe(401);
    await other.query('ROLLBACK');
    await other.end();
  });
});

test('business time moved ahead counts from the first read after it', async () => {
  const live = await openWorld({ isLive: true });
  const ana = await live.investor({ balance: '100' });
  await ana.post('/api/stake', { amount: 10, time_stake: 30 });
  const progress = async (): Promise<number> =>
    (await ana.get('/api/stakes')).json<{ Progress: number }[]>()[0]?.Progress ?? -1;
  expect([await progress(), await progress()].every((each) => each < 1)).toBe(true);
  await live.db.query(`UPDATE sandbox_clock SET ahead_ms = ahead_ms + 15 * 86400000::bigint`);
  expect(Math.round(await progress())).toBe(50);
  const told = Date.parse(String((await ana.get('/api/user')).headers['business-time']));
  expect(Math.abs(told - Date.now() - 15 * 86_400_000)).toBeLessThan(60_000);
  await live.close();
});

test('[L9] a light read never writes: others share its connection, and would wait for its lock', async () => {
  const ana = await world.investor({ balance: '100' });
  const paths = (await describedCalls(world))
    .filter((call) => call.method === 'GET' && !call.isStream && !call.path.includes('{'))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(25);
  await ana.get('/api/user');
  world.db.pool.on('connect', (client) => void client.query('SET default_transaction_read_only = on'));
  const admin = await openClient({ connectionString: world.db.adminUrl });
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await admin.end();
  await expect.poll(() => world.db.pool.totalCount).toBe(0);
  const faults: string[] = [];
  for (const path of paths) {
    if ((await ana.get(path)).statusCode >= 500) faults.push(path);
  }
  const lines = world.logLines.filter((line) => line.includes('25006'));
  expect([faults, lines]).toEqual([[], []]);
});
