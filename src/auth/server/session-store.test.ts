import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { idleMinutes, keptIdleDays } from '../contract.ts';
import {
  purgeOldSessions,
  isSessionAlive,
  mostSessions,
  openSession,
  readAliveTokens,
  readSession,
} from './session-store.ts';
import { logIn, meet, register } from '#testing/server/newcomer.ts';

const credentials = { email: 'ana@example.com', password: 'capivara no telhado' };
const minuteMs = 60_000;
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await register(world, credentials);
});
beforeEach(async () => {
  await world.db.query('DELETE FROM attempts');
  await world.db.query('DELETE FROM sessions');
});
afterAll(() => world.close());

async function token(keep?: boolean): Promise<string> {
  return (await logIn(world, { ...credentials, ...(keep === undefined ? {} : { keep }) })).json().token;
}

/** Ages every session by that many minutes. */
function age(minutes: number): Promise<unknown> {
  return world.db.query(
    `UPDATE sessions SET created_at = created_at - make_interval(mins => $1),
       expires_at = expires_at - make_interval(mins => $1)`,
    [minutes],
  );
}

function leave(held: string): ReturnType<World['ask']> {
  return world.ask({ method: 'POST', url: '/auth/logout', headers: { authorization: held } });
}

describe('how long a session lasts', () => {
  test('[A6] 4 hours and 58 minutes, as the box in the sidebar says', async () => {
    const { expires } = (await logIn(world, credentials)).json();
    expect(Math.abs(Date.parse(expires) - Date.now() - 298 * minuteMs)).toBeLessThan(minuteMs / 2);
  });

  test('[A6] 30 days for a customer who asks to stay logged in', async () => {
    const { expires } = (await logIn(world, { ...credentials, keep: true })).json();
    expect(Math.abs(Date.parse(expires) - Date.now() - 30 * 24 * 60 * minuteMs)).toBeLessThan(minuteMs / 2);
  });

  test('[A6] it is valid to its last minute, and 401 after it', async () => {
    const held = await token();
    await age(297);
    expect((await meet(world, held)).statusCode).toBe(200);
    await age(1);
    const answer = await meet(world, held);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  });

  test('[A6] the customer is told when it ends', async () => {
    const answer = await logIn(world, credentials);
    expect((await meet(world, answer.json().token)).json().SessionExpires).toBe(answer.json().expires);
  });

  test("[A6] moving business time by a year ends no session, and the product's time follows", async () => {
    const read = (token: string) => readSession(world.db, token);
    const held = await token();
    const before = await read(held);
    await world.db.query(`UPDATE sandbox_clock SET ahead_ms = ahead_ms + 365 * 86400000::bigint`);
    const after = await read(held);
    await world.db.query('UPDATE sandbox_clock SET ahead_ms = 0');
    expect(after?.sessionExpiresAt).toEqual(before?.sessionExpiresAt);
    const movedMs = (after?.now.getTime() ?? 0) - (before?.now.getTime() ?? 0);
    expect(Math.abs(movedMs - 365 * 24 * 60 * minuteMs)).toBeLessThan(minuteMs);
  });
});

describe('an unused session', () => {
  /** Leaves every session unused for that many minutes. */
  const rest = (minutes: number) =>
    world.db.query('UPDATE sessions SET last_used_at = now() - make_interval(mins => $1::int)', [minutes]);

  test.each([
    ['after two hours', false, idleMinutes],
    ['after fourteen days where the customer is kept in', true, keptIdleDays * 24 * 60],
  ])('[L6] expires %s', async (_, keep, minutes) => {
    const held = await token(keep);
    await rest(minutes - 1);
    expect((await meet(world, held)).statusCode).toBe(200);
    await rest(minutes);
    expect((await meet(world, held)).statusCode).toBe(401);
    expect(await isSessionAlive(world.db, held)).toBe(false);
    expect(await readAliveTokens(world.db, [held])).toEqual(new Set());
  });

  test('[L6] is no longer listed, and using another does not refresh it', async () => {
    const [left, used] = [await token(), await token()];
    await rest(idleMinutes);
    await world.db.query('UPDATE sessions SET last_used_at = now() WHERE token_hash = $1', [hashOfToken(used)]);
    const listed = await world.ask({ method: 'GET', url: '/api/sessions', headers: { authorization: used } });
    expect(listed.json()).toHaveLength(1);
    expect((await meet(world, left)).statusCode).toBe(401);
  });

  test('[A6] that is used occasionally lasts to its end, as the box in the sidebar says', async () => {
    const answer = (await logIn(world, credentials)).json();
    for (let spent = 60; spent < 298; spent += 60) {
      await age(60);
      await rest(60);
      const user = await meet(world, answer.token);
      expect(user.statusCode).toBe(200);
      const left = Date.parse(user.json().SessionExpires) - Date.now();
      expect(Math.abs(left - (298 - spent) * minuteMs)).toBeLessThan(minuteMs);
    }
  });
});

describe('checking many sessions', () => {
  test('[L9] finds the live ones among any tokens, and does not count as use', async () => {
    const held = await Promise.all(Array.from({ length: 3 }, () => token()));
    const gone = await token();
    await leave(gone);
    await world.db.query(`UPDATE sessions SET last_used_at = now() - interval '1 hour'`);
    const asked = [...held, gone, 'x', 'A'.repeat(43)];
    expect(await readAliveTokens(world.db, asked)).toEqual(new Set(held));
    expect(await world.db.query(`SELECT FROM sessions WHERE last_used_at > now() - interval '1 minute'`)).toEqual([]);
  });
});

describe('how a session ends', () => {
  test('[A5] a logged-out token never works again, not even to log out', async () => {
    const held = await token(true);
    const answer = await leave(held);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await meet(world, held)).statusCode).toBe(401);
    expect((await leave(held)).statusCode).toBe(401);
  });

  test('[A5] logging out ends this session and no other', async () => {
    const [here, there] = [await token(), await token()];
    await leave(here);
    expect((await meet(world, there)).statusCode).toBe(200);
  });

  test.each(['', 'a', 'A'.repeat(43), `${'A'.repeat(43)}'`, 'null', 'undefined'])(
    '[A1] the token %j is rejected',
    async (strange) => {
      expect((await meet(world, strange)).statusCode).toBe(401);
      expect((await leave(strange)).statusCode).toBe(401);
    },
  );

  test('[A1] a request without a token reveals nothing', async () => {
    const answer = await world.ask({ method: 'GET', url: '/api/user' });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([401, ['code', 'message']]);
  });

  test('logging in repeatedly keeps the hundred most recently used sessions', async () => {
    const first = await token();
    await world.db.query(`UPDATE sessions SET last_used_at = last_used_at - interval '1 second'`);
    const second = await token();
    const { Uuid } = (await meet(world, second)).json();
    for (let more = 2; more < mostSessions + 1; more += 1) await openSession(world.db, Uuid, false);
    expect((await meet(world, first)).statusCode).toBe(401);
    expect((await meet(world, second)).statusCode).toBe(200);
    expect(await world.db.query('SELECT count(*)::int AS count FROM sessions')).toEqual([{ count: mostSessions }]);
  });

  test('ended sessions are purged, the others stay', async () => {
    await token();
    await age(299);
    const held = await token();
    await purgeOldSessions(world.db);
    expect(await world.db.query('SELECT kept FROM sessions')).toEqual([{ kept: false }]);
    expect((await meet(world, held)).statusCode).toBe(200);
  });
});
