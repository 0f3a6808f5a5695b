import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#app/server/testing/world.ts';
import { transaction } from '#platform/server/transaction.ts';
import { writeSetting } from '#platform/server/settings.ts';
import { count, forgetOldAttempts } from '#platform/server/attempts.ts';
import { registrationsPerHour } from './auth-settings.ts';
import { logIn, register } from './testing/newcomer.ts';

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

/** As if every count had begun that much earlier. */
function wait(minutes: number): Promise<unknown> {
  return world.db.query('UPDATE attempts SET expire = expire - $1', [minutes * 60_000]);
}

describe('guessing one customer’s password', () => {
  test('[A3] ten wrong passwords, then a quarter of an hour of nothing, the right password included', async () => {
    expect(await statuses(10, () => logIn(world, wrong))).toEqual(Array<number>(10).fill(401));
    expectToWait(await logIn(world, wrong), 900);
    expectToWait(await logIn(world, credentials), 900);
    await wait(15);
    expect((await logIn(world, credentials)).statusCode).toBe(200);
  });

  test('[A3] from another network, and typed otherwise, it is the same customer', async () => {
    await statuses(10, (n) => logIn(world, wrong, `198.51.100.${n}`));
    expectToWait(await logIn(world, { ...wrong, email: ' Ana@EXAMPLE.com' }, '192.0.2.1'), 900);
  });

  test('[A3] forty guesses at once are no more than ten', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(world, wrong)));
    expect(answers.filter((answer) => answer.statusCode === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([401, 429]));
  });

  test('[A3] an address that nobody has is counted the same', async () => {
    const nobody = { email: 'nobody@example.com', password: 'qualquer uma' };
    expect(await statuses(10, () => logIn(world, nobody))).toEqual(Array<number>(10).fill(401));
    expectToWait(await logIn(world, nobody), 900);
  });

  test('[A3] a success forgets the failures before it', async () => {
    await statuses(9, () => logIn(world, wrong));
    expect((await logIn(world, credentials)).statusCode).toBe(200);
    expect(await statuses(10, () => logIn(world, wrong))).toEqual(Array<number>(10).fill(401));
  });
});

describe('guessing from one network', () => {
  const office = '198.51.100.9';
  const stranger = (n: number) => logIn(world, { email: `someone-${n}@example.com`, password: 'qualquer uma' }, office);

  /** As if that many had failed from the office already. */
  async function haveFailed(times: number): Promise<void> {
    await stranger(0);
    await world.db.query(`UPDATE attempts SET points = $1 WHERE key LIKE 'login_network:%'`, [times]);
    await world.db.query(`DELETE FROM attempts WHERE key LIKE 'login_email:%'`);
  }

  test('[A3] a hundred failures over many customers, then a quarter of an hour of nothing', async () => {
    await haveFailed(97);
    expect(await statuses(3, stranger)).toEqual([401, 401, 401]);
    expectToWait(await stranger(4), 900);
    expectToWait(await logIn(world, credentials, office), 900);
    expect((await logIn(world, credentials, '198.51.100.10')).statusCode).toBe(200);
  });

  test('[A3] a refused network uses up nobody’s own attempts', async () => {
    await haveFailed(100);
    expect(await statuses(20, () => logIn(world, wrong, office))).toEqual(Array<number>(20).fill(429));
    expect((await logIn(world, credentials, '203.0.113.1')).statusCode).toBe(200);
  });

  test('[A3] an office where everybody gets in is never shut out', async () => {
    await haveFailed(98);
    expect(await statuses(6, () => logIn(world, credentials, office))).toEqual(Array<number>(6).fill(200));
  });
});

describe('creating accounts from one network', () => {
  test('[A7] as many in an hour as the operator allows, then 429', async () => {
    await transaction(world.db, (tx) => writeSetting(tx, registrationsPerHour, 3));
    expect(await statuses(3, () => register(world))).toEqual([201, 201, 201]);
    expectToWait(await register(world), 3600);
    expect((await register(world, {}, '198.51.100.77')).statusCode).toBe(201);
    await world.db.query('DELETE FROM settings');
    expect((await register(world)).statusCode).toBe(201);
  });

  test('[A7] thirty in production, five thousand in the sandbox', () => {
    expect(registrationsPerHour.standard('production')).toBe(30);
    expect(registrationsPerHour.standard('sandbox')).toBe(5000);
  });
});

describe('what is kept of it', () => {
  test('no address stands in the table, only hashes', async () => {
    await logIn(world, wrong);
    const keys = await world.db.query<{ key: string }>('SELECT key FROM attempts ORDER BY key');
    expect(keys).toEqual([
      { key: expect.stringMatching(/^login_email:[\w-]{43}$/) },
      { key: expect.stringMatching(/^login_network:[\w-]{43}$/) },
    ]);
  });

  test('counts whose time has passed are swept, the others stay', async () => {
    await count(world.db, { name: 'old', most: 5, seconds: 60 }, 'somebody');
    await wait(2);
    await count(world.db, { name: 'new', most: 5, seconds: 60 }, 'somebody');
    await forgetOldAttempts(world.db);
    const keys = await world.db.query<{ key: string }>('SELECT key FROM attempts');
    expect(keys.map(({ key }) => key.split(':')[0])).toEqual(['new']);
  });
});
