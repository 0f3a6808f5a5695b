import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#app/server/testing/world.ts';
import { createReadInvestor } from './read-investor.ts';
import { forgetOldSessions, mostSessions, openSession } from './session-store.ts';
import { logIn, meet, register } from './testing/newcomer.ts';

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

/** As if every session had been opened that much earlier. */
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

  test('[A6] 30 days for a customer who asks to be kept in', async () => {
    const { expires } = (await logIn(world, { ...credentials, keep: true })).json();
    expect(Math.abs(Date.parse(expires) - Date.now() - 30 * 24 * 60 * minuteMs)).toBeLessThan(minuteMs / 2);
  });

  test('[A6] it is good to its last minute, and 401 after it', async () => {
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

  test('[A6] moving business time by a year ends nobody’s session, and the product’s time follows', async () => {
    const read = createReadInvestor(world.db);
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

describe('how a session ends', () => {
  test('[A5] a token that was logged out never works again, not even to log out', async () => {
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
    '[A1] the token %j is nobody’s',
    async (strange) => {
      expect((await meet(world, strange)).statusCode).toBe(401);
      expect((await leave(strange)).statusCode).toBe(401);
    },
  );

  test('[A1] without a token nobody learns anything', async () => {
    const answer = await world.ask({ method: 'GET', url: '/api/user' });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([401, ['code', 'message']]);
  });

  test('whoever comes in again and again keeps the hundred sessions that were used last', async () => {
    const first = await token();
    await world.db.query(`UPDATE sessions SET last_used_at = last_used_at - interval '1 second'`);
    const second = await token();
    const { Uuid } = (await meet(world, second)).json();
    for (let more = 2; more < mostSessions + 1; more += 1) await openSession(world.db, Uuid, false);
    expect((await meet(world, first)).statusCode).toBe(401);
    expect((await meet(world, second)).statusCode).toBe(200);
    expect(await world.db.query('SELECT count(*)::int AS count FROM sessions')).toEqual([{ count: mostSessions }]);
  });

  test('sessions that have ended are forgotten, the others stay', async () => {
    await token();
    await age(299);
    const held = await token();
    await forgetOldSessions(world.db);
    expect(await world.db.query('SELECT kept FROM sessions')).toEqual([{ kept: false }]);
    expect((await meet(world, held)).statusCode).toBe(200);
  });
});
