import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { transaction } from '#database/server/transaction.ts';
import { holdSession, mostDevices, noteDevice, readDeviceKnownSince } from './known-devices.ts';
import { meet, newcomer } from '#testing/server/newcomer.ts';

const password = 'capivara no telhado';
const chromeOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
let world: World;
let email: string;

beforeAll(async () => void (world = await openWorld()));
beforeEach(async () => {
  await world.db.query('DELETE FROM attempts');
  email = String(newcomer().email);
});
afterAll(() => world.close());

function from(url: string, body: object, device?: string): Promise<Response> {
  const headers = { 'user-agent': chromeOnWindows, ...(device !== undefined && { 'device-token': device }) };
  return world.ask({ method: 'POST', url, body, headers });
}
const register = (device?: string) => from('/auth/register', newcomer({ email, password }), device);
const logIn = (device?: string) => from('/auth', { email, password }, device);
const sinceOf = async (answer: Response) => readDeviceKnownSince(world.db, answer.json().token);
const told = async (answer: Response): Promise<string[]> => {
  const headers = { authorization: answer.json().token };
  const notices = await world.ask({ method: 'GET', url: '/api/notices', headers });
  return notices.json().map(({ Kind }: { Kind: string }) => Kind);
};

describe('a device', () => {
  test('[L6] of the same browser and system counts as another one if it presents another token', async () => {
    const own = strangeToken();
    await register(own);
    expect(await sinceOf(await logIn(own))).toBeNull();
    const foreign = await logIn(strangeToken());
    expect(Date.now() - ((await sinceOf(foreign))?.getTime() ?? 0)).toBeLessThan(60_000);
    expect(await told(foreign)).toEqual(['new_device']);
  });

  test("[L6] without a token is not taken for the owner's because it claims the same kind", async () => {
    await register(strangeToken());
    expect(await sinceOf(await logIn())).not.toBeNull();
  });

  test('[L6] is announced once, and known since it was first seen', async () => {
    await register(strangeToken());
    const phone = strangeToken();
    const first = await sinceOf(await logIn(phone));
    const again = await logIn(phone);
    expect(await sinceOf(again)).toEqual(first);
    expect(await told(again)).toEqual(['new_device']);
  });

  test('[L6] [L11] without a token is a new one at every login, whatever it calls itself', async () => {
    await register();
    for (const times of [1, 2]) {
      const again = await logIn();
      expect(again.statusCode).toBe(200);
      expect(await sinceOf(again)).not.toBeNull();
      expect(await told(again)).toEqual(Array.from({ length: times }, () => 'new_device'));
    }
  });

  test.each(['', 'x', 'a'.repeat(200), "' OR 1=1 --"])('[L6] with the token %j counts as having none', async (odd) => {
    await register();
    expect(await sinceOf(await logIn(odd))).not.toBeNull();
  });

  test('[L6] with an overlong token is 422 invalid_field', async () => {
    await register();
    const answer = await logIn('x'.repeat(201));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_field']);
  });

  test('[L6] that is new in concurrent logins is recorded once, and only one of them is told', async () => {
    const { Uuid } = (await meet(world, (await register(strangeToken())).json().token)).json();
    const deviceToken = strangeToken();
    const note = () => transaction(world.db, (tx) => noteDevice(tx, Uuid, { userAgent: chromeOnWindows, deviceToken }));
    const noted = await Promise.all(Array.from({ length: 8 }, note));
    expect(noted.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(noted.map(({ id }) => id)).size).toBe(1);
  });
});

describe('what is stored of it', () => {
  test('[L6] is a hash that differs per customer, and never the token', async () => {
    const shared = strangeToken();
    await register(shared);
    email = String(newcomer().email);
    await register(shared);
    const rows = await world.db.query<{ whole: string; hash: string }>(
      `SELECT d::text AS whole, encode(token_hash, 'hex') AS hash FROM known_devices d WHERE token_hash IS NOT NULL
       ORDER BY first_seen_at DESC LIMIT 2`,
    );
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    expect(rows.map(({ whole }) => whole).join('')).not.toContain(shared);
    expect(world.logLines.join('')).not.toContain(shared);
  });

  test('[L6] is limited to a number of devices per customer, besides those with a session', async () => {
    const { Uuid } = (await meet(world, (await register(strangeToken())).json().token)).json();
    for (let more = 0; more < mostDevices + 3; more += 1) {
      const arrival = { userAgent: chromeOnWindows, deviceToken: strangeToken() };
      await transaction(world.db, (tx) => noteDevice(tx, Uuid, arrival));
    }
    const rows = await world.db.query('SELECT FROM known_devices WHERE customer_id = $1', [Uuid]);
    // The newest, and the one whose session is open.
    expect(rows.length).toBeLessThanOrEqual(mostDevices + 2);
  });
});

describe('logging in many times', () => {
  const openSessions = async (token: string): Promise<number> =>
    (await world.ask({ method: 'GET', url: '/api/sessions', headers: { authorization: token } })).json<[]>().length;

  test('[L6] [F6] never makes a new device a known one: while it has a session it is not forgotten', async () => {
    const own = strangeToken();
    const { Uuid } = (await meet(world, (await register(own)).json().token)).json();
    const foreign = await logIn(strangeToken());
    const since = await sinceOf(foreign);
    expect(since).not.toBeNull();
    const comeAgain = async (): Promise<void> => {
      const arrival = { userAgent: chromeOnWindows, deviceToken: strangeToken() };
      await transaction(world.db, (tx) => noteDevice(tx, Uuid, arrival));
    };
    for (let more = 0; more < mostDevices + 3; more += 1) await comeAgain();
    expect(await openSessions(foreign.json().token)).toBe(2);
    expect(await sinceOf(foreign)).toEqual(since);
    // The owner, whose session is open, is not a stranger either.
    expect(await sinceOf(await logIn(own))).toBeNull();
  });

  test('[L6] forgets a device once it has no session, and then it is a new one', async () => {
    const { Uuid } = (await meet(world, (await register(strangeToken())).json().token)).json();
    const other = strangeToken();
    const first = await logIn(other);
    const headers = { authorization: first.json().token };
    await world.ask({ method: 'POST', url: '/auth/logout', headers });
    for (let more = 0; more < mostDevices + 3; more += 1) {
      const arrival = { userAgent: chromeOnWindows, deviceToken: strangeToken() };
      await transaction(world.db, (tx) => noteDevice(tx, Uuid, arrival));
    }
    expect(await told(await logIn(other))).toContain('new_device');
    expect(await sinceOf(await logIn(other))).not.toBeNull();
  });

  test('[A5] a session that has ended has no device: it is refused, not taken for the first', async () => {
    const own = await register(strangeToken());
    const { token } = own.json();
    expect(await readDeviceKnownSince(world.db, token)).toBeNull();
    await world.ask({ method: 'POST', url: '/auth/logout', headers: { authorization: token } });
    await expect(readDeviceKnownSince(world.db, token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(transaction(world.db, (tx) => holdSession(tx, token))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
