import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import type { SessionEntry } from '../session-contract.ts';
import { meet, register } from '#testing/server/newcomer.ts';

const credentials = { email: 'ana@example.com', password: 'capivara no telhado' };
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1 canary-1177';
let world: World;
let here: string;

beforeAll(async () => {
  world = await openWorld();
  await register(world, credentials);
});
beforeEach(async () => {
  await world.db.query('DELETE FROM attempts');
  await world.db.query('DELETE FROM sessions');
  here = await enter();
});
afterAll(() => world.close());

async function enter(userAgent = iphone): Promise<string> {
  const headers = { 'user-agent': userAgent };
  return (await world.ask({ method: 'POST', url: '/auth', body: credentials, headers })).json().token;
}

function ask(method: 'GET' | 'POST', url: string, held: string | null): Promise<Response> {
  return world.ask({ method, url, headers: held === null ? {} : { authorization: held } });
}

async function sessionsOf(held: string): Promise<SessionEntry[]> {
  return (await ask('GET', '/api/sessions', held)).json();
}

describe('the list', () => {
  test('[P2] shows the device, when it was opened and used, when it ends, and which one is current', async () => {
    await enter('curl/8.5.0');
    const sessions = await sessionsOf(here);
    expect(sessions).toHaveLength(2);
    expect(sessions.find((session) => session.Current)).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Browser: 'safari',
      System: 'iphone',
      Created: expect.any(String),
      LastUsed: expect.any(String),
      Expires: (await meet(world, here)).json().SessionExpires,
      Current: true,
    });
    expect(sessions.find((session) => !session.Current)).toMatchObject({ Browser: null, System: null });
  });

  test('[P2] contains no token, nor anything a token could be derived from', async () => {
    const answer = await ask('GET', '/api/sessions', here);
    expect(answer.body).not.toContain(here);
    expect(Object.keys(answer.json()[0])).toEqual([
      'Id',
      'Browser',
      'System',
      'Created',
      'LastUsed',
      'Expires',
      'Current',
    ]);
  });

  test("[P2] is each customer's own; without a token it is 401", async () => {
    const bruno = (await register(world)).json().token;
    expect(await sessionsOf(bruno)).toHaveLength(1);
    expect(await sessionsOf(here)).toHaveLength(1);
    expect((await ask('GET', '/api/sessions', null)).statusCode).toBe(401);
  });

  test('[P2] omits sessions that have ended', async () => {
    await enter();
    await world.db.query(`UPDATE sessions SET expires_at = now() WHERE token_hash <> sha256($1::bytea)`, [
      Buffer.from(here),
    ]);
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test('[P2] the user agent string is neither stored nor logged', async () => {
    const rows = await world.db.query('SELECT row_to_json(s)::text AS row FROM sessions s');
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(world.logLines.join('')).not.toContain('canary');
  });
});

describe('the last use', () => {
  const aged = `UPDATE sessions SET last_used_at = now() - interval '1 hour'`;

  test('[P2] is recorded on any request of the session', async () => {
    await world.db.query(aged);
    await meet(world, here);
    const [session] = await sessionsOf(here);
    expect(Date.now() - Date.parse(session?.LastUsed ?? '')).toBeLessThan(30_000);
  });

  test('[P2] is written at most once in five minutes, however many concurrent requests', async () => {
    await world.db.query(aged);
    const version = () => world.db.query('SELECT xmin::text, last_used_at FROM sessions');
    await Promise.all(Array.from({ length: 10 }, () => meet(world, here)));
    const before = await version();
    await Promise.all(Array.from({ length: 10 }, () => meet(world, here)));
    expect(await version()).toEqual(before);
  });
});

describe('ending', () => {
  async function otherId(): Promise<string> {
    return (await sessionsOf(here)).find((session) => !session.Current)?.Id ?? '';
  }

  test('[P2] one session: its token never works again, the others still do', async () => {
    const phone = await enter();
    const id = await otherId();
    expect((await ask('POST', `/api/sessions/${id}/end`, here)).statusCode).toBe(204);
    expect([(await meet(world, phone)).statusCode, (await meet(world, here)).statusCode]).toEqual([401, 200]);
    expect((await ask('POST', `/api/sessions/${id}/end`, here)).statusCode).toBe(404);
  });

  test("[P2] all others: this one and other customers' stay", async () => {
    const [phone, tablet, bruno] = [await enter(), await enter(), (await register(world)).json().token];
    expect((await ask('POST', '/api/sessions/others/end', here)).statusCode).toBe(204);
    const answers = await Promise.all([here, phone, tablet, bruno].map((held) => meet(world, held)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 401, 401, 200]);
  });

  test("[P2] somebody else's session is not found, and goes on", async () => {
    await enter();
    const id = await otherId();
    const bruno = (await register(world)).json().token;
    const answer = await ask('POST', `/api/sessions/${id}/end`, bruno);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(await sessionsOf(here)).toHaveLength(2);
  });

  test.each(['x', '00000000-0000-0000-0000-000000000000', '%00', "'"])('[P2] %s is not found', async (id) => {
    expect((await ask('POST', `/api/sessions/${id}/end`, here)).statusCode).toBe(404);
  });

  test('[P2] requires a token', async () => {
    const [session] = await sessionsOf(here);
    expect((await ask('POST', `/api/sessions/${session?.Id}/end`, null)).statusCode).toBe(401);
    expect((await ask('POST', '/api/sessions/others/end', null)).statusCode).toBe(401);
    expect((await meet(world, here)).statusCode).toBe(200);
  });
});
