import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { transaction } from '#database/server/transaction.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { count, purgeOldAttempts } from '#http/server/attempts.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { registrationsPerHour } from './auth-settings.ts';
import { loginsByEmail, loginsByNetwork, loginsByPair, passwordChecks } from './guess-password.ts';
import { logIn, register } from '#testing/server/newcomer.ts';

const credentials = { email: 'ana@example.com', password: 'capivara no telhado' };
const wrong = { ...credentials, password: 'não é essa' };
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await register(world, credentials);
});
beforeEach(() => world.db.query('DELETE FROM attempts'));
afterAll(() => world.close());

async function statuses(times: number, send: (n: number) => ReturnType<World['ask']>): Promise<number[]> {
  const answers: number[] = [];
  for (let n = 0; n < times; n += 1) answers.push((await send(n)).statusCode);
  return answers;
}

function expectToWait(answer: Awaited<ReturnType<World['ask']>>, mostSeconds: number): void {
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_attempts']);
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(mostSeconds - 30);
  expect(seconds).toBeLessThanOrEqual(mostSeconds);
}

/** Ages every count by that many minutes. */
function wait(minutes: number): Promise<unknown> {
  return world.db.query('UPDATE attempts SET expire = expire - $1', [minutes * 60_000]);
}

/** Sets this count, for everybody counted so far. */
function fill(name: string, points: number): Promise<unknown> {
  return world.db.query('UPDATE attempts SET points = $2 WHERE key LIKE $1', [`${name}:%`, points]);
}

async function pointsOf(name: string): Promise<number[]> {
  const rows = await world.db.query<{ points: number }>('SELECT points FROM attempts WHERE key LIKE $1', [`${name}:%`]);
  return rows.map(({ points }) => points);
}

function logInFrom(deviceToken: string, body: object, remoteAddress = '203.0.113.7'): ReturnType<World['ask']> {
  return world.ask({ method: 'POST', url: '/auth', body, remoteAddress, headers: { 'device-token': deviceToken } });
}

describe('guessing one customer’s password', () => {
  test('[A3] allows ten wrong passwords from one network, then none there for a quarter of an hour', async () => {
    expect(await statuses(10, () => logIn(world, wrong))).toEqual(Array<number>(10).fill(401));
    expectToWait(await logIn(world, { ...wrong, email: ' Ana@EXAMPLE.com' }), 900);
    expectToWait(await logIn(world, credentials), 900);
    await wait(15);
    expect((await logIn(world, credentials)).statusCode).toBe(200);
  });

  test("[L6] a stranger's guesses, from anywhere, lock the owner out nowhere else", async () => {
    await statuses(40, (n) => logIn(world, wrong, `198.51.100.${n % 4}`));
    expectToWait(await logIn(world, credentials, '198.51.100.1'), 900);
    expect((await logIn(world, credentials, '192.0.2.1')).statusCode).toBe(200);
  });

  test('[L6] nor, from the same network, on a device that the owner has logged in from before', async () => {
    const own = strangeToken();
    expect((await logInFrom(own, credentials)).statusCode).toBe(200);
    await statuses(11, () => logIn(world, wrong));
    expectToWait(await logIn(world, credentials), 900);
    expectToWait(await logInFrom(strangeToken(), credentials), 900);
    expect((await logInFrom(own, credentials)).statusCode).toBe(200);
  });

  test("[L6] an owner's device has ten guesses of its own, which count against nobody else", async () => {
    const own = strangeToken();
    await logInFrom(own, credentials);
    expect(await statuses(10, () => logInFrom(own, wrong))).toEqual(Array<number>(10).fill(401));
    expectToWait(await logInFrom(own, credentials), 900);
    expect((await logIn(world, credentials)).statusCode).toBe(200);
  });

  test("[L6] a known device of one customer is a stranger's for another", async () => {
    const own = strangeToken();
    await logInFrom(own, credentials);
    const eva = { email: 'eva@example.com', password: 'tatu no quintal de casa' };
    await register(world, eva);
    await statuses(10, () => logInFrom(own, { ...eva, password: 'não é essa' }));
    expectToWait(await logInFrom(own, eva), 900);
  });

  test('[L6] all networks together are allowed far more, then for an hour only known devices', async () => {
    const own = strangeToken();
    await logInFrom(own, credentials);
    await logIn(world, wrong, '198.51.100.1');
    await fill('login_email', loginsByEmail.most);
    expectToWait(await logIn(world, credentials, '192.0.2.77'), 3600);
    expect((await logInFrom(own, credentials)).statusCode).toBe(200);
    expect(loginsByEmail.most).toBeGreaterThanOrEqual(20 * loginsByPair.most);
  });

  test('[A3] of forty concurrent guesses at most ten are checked', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(world, wrong)));
    expect(answers.filter((answer) => answer.statusCode === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([401, 429]));
  });

  test('[A3] an unknown address is counted the same way', async () => {
    const nobody = { email: 'nobody@example.com', password: 'qualquer uma' };
    expect(await statuses(10, () => logIn(world, nobody))).toEqual(Array<number>(10).fill(401));
    expectToWait(await logIn(world, nobody), 900);
  });

  test('[A3] a successful login clears the failures before it', async () => {
    await statuses(9, () => logIn(world, wrong));
    expect((await logIn(world, credentials)).statusCode).toBe(200);
    expect(await statuses(10, () => logIn(world, wrong))).toEqual(Array<number>(10).fill(401));
  });
});

describe('right passwords', () => {
  test('[L10] of one address and network count too, and keep nobody out elsewhere or on their own device', async () => {
    const own = strangeToken();
    expect((await logInFrom(own, credentials)).statusCode).toBe(200);
    await logIn(world, credentials);
    await fill('password_checks', passwordChecks.most - 1);
    expect(await statuses(2, () => logIn(world, credentials))).toEqual([200, 429]);
    expectToWait(await logIn(world, credentials), 900);
    expect((await logIn(world, credentials, '192.0.2.1')).statusCode).toBe(200);
    await world.db.query(`DELETE FROM attempts WHERE key LIKE 'password_checks:%'`);
    expect((await logInFrom(own, credentials)).statusCode).toBe(200);
  });

  test('[L10] of a customer inside count too, whatever is answered, and whichever session asks', async () => {
    const joana = { email: 'joana@example.com', password: 'lagarto atrás do muro' };
    let { token } = (await register(world, joana)).json<{ token: string }>();
    const ask = (url: string, body: object) =>
      world.ask({ method: 'POST', url, body, headers: { authorization: token } });
    const remove = () => ask('/api/second-key/remove', { proof: { password: joana.password, code: '000000' } });
    const renew = () => ask('/api/sessions/renew', { password: joana.password });
    expect((await remove()).json().code).toBe('no_second_key');
    await fill('password_checks', passwordChecks.most - 2);
    const renewed = await renew();
    expect(renewed.statusCode).toBe(200);
    ({ token } = renewed.json<{ token: string }>());
    expect((await remove()).json().code).toBe('no_second_key');
    for (const each of [remove, renew]) expectToWait(await each(), 900);
    const change = { password: 'outro lagarto no muro', current: joana.password };
    expectToWait(await ask('/api/password/-', change), 900);
    expect((await logIn(world, joana)).statusCode).toBe(200);
  });
});

describe('guessing from one network', () => {
  const office = '198.51.100.9';
  const stranger = (n: number) => logIn(world, { email: `someone-${n}@example.com`, password: 'qualquer uma' }, office);

  /** Simulates that many failures from the office. */
  async function haveFailed(times: number): Promise<void> {
    await stranger(0);
    await fill('login_network', times);
    await world.db.query(`DELETE FROM attempts WHERE key LIKE 'login_pair:%'`);
  }

  test('[L6] a hundred failures, as behind an undeclared proxy, lock nobody out', async () => {
    await haveFailed(100);
    expect((await logIn(world, credentials, office)).statusCode).toBe(200);
  });

  test('[A3] allows a thousand over many customers, then for a quarter of an hour only known devices', async () => {
    const own = strangeToken();
    await logInFrom(own, credentials, office);
    await haveFailed(loginsByNetwork.most - 3);
    expect(await statuses(3, stranger)).toEqual([401, 401, 401]);
    expectToWait(await stranger(4), 900);
    expectToWait(await logIn(world, credentials, office), 900);
    expect((await logInFrom(own, credentials, office)).statusCode).toBe(200);
    expect((await logIn(world, credentials, '198.51.100.10')).statusCode).toBe(200);
  });

  test("[A3] a refused network uses up no customer's own attempts", async () => {
    await haveFailed(loginsByNetwork.most);
    expect(await statuses(20, () => logIn(world, wrong, office))).toEqual(Array<number>(20).fill(429));
    expect((await logIn(world, credentials, '203.0.113.1')).statusCode).toBe(200);
  });

  test('[L6] refusals for one address do not count against the network', async () => {
    await statuses(10, () => logIn(world, wrong, office));
    const [before] = await pointsOf('login_network');
    expect(await statuses(20, () => logIn(world, wrong, office))).toEqual(Array<number>(20).fill(429));
    expect(await pointsOf('login_network')).toEqual([before]);
  });

  test('[A3] an office where every login succeeds is never locked out', async () => {
    await haveFailed(loginsByNetwork.most - 2);
    expect(await statuses(6, () => logIn(world, credentials, office))).toEqual(Array<number>(6).fill(200));
  });
});

describe('creating accounts from one network', () => {
  test('[A7] allows as many per hour as the operator has set, then 429', async () => {
    await transaction(world.db, (tx) => writeSetting(tx, registrationsPerHour, 3));
    expect(await statuses(3, () => register(world))).toEqual([201, 201, 201]);
    expectToWait(await register(world), 3600);
    expect((await register(world, {}, '198.51.100.77')).statusCode).toBe(201);
    await transaction(world.db, (tx) => writeSetting(tx, registrationsPerHour, 5000));
    expect((await register(world)).statusCode).toBe(201);
  });

  test('[A7] thirty in production, five thousand in the sandbox', () => {
    expect(registrationsPerHour.standard('production')).toBe(30);
    expect(registrationsPerHour.standard('sandbox')).toBe(5000);
  });
});

describe('what is stored', () => {
  test('the table holds no address, only hashes', async () => {
    await logIn(world, wrong);
    const keys = await world.db.query<{ key: string }>('SELECT key FROM attempts ORDER BY key');
    expect(keys).toEqual([
      { key: expect.stringMatching(/^login_email:[\w-]{43}$/) },
      { key: expect.stringMatching(/^login_network:[\w-]{43}$/) },
      { key: expect.stringMatching(/^login_pair:[\w-]{43}$/) },
      { key: expect.stringMatching(/^password_checks:[\w-]{43}$/) },
    ]);
  });

  test('expired counts are purged, the others stay', async () => {
    await count(world.db, { name: 'old', most: 5, seconds: 60 }, 'somebody');
    await wait(2);
    await count(world.db, { name: 'new', most: 5, seconds: 60 }, 'somebody');
    await purgeOldAttempts(world.db);
    const keys = await world.db.query<{ key: string }>('SELECT key FROM attempts');
    expect(keys.map(({ key }) => key.split(':')[0])).toEqual(['new']);
  });
});
