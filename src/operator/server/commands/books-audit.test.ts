import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: World;
const strange = {
  reference: '6f0f3d3e-5b0c-4a43-8f3c-6d2a9c1b7e10',
  account: 'ana',
  direction: 'to_platform',
  amount: '1',
  currency: 'USDT',
  settle_amount: '1',
  status: 'done',
  booked_at: '2026-03-02T12:00:00.000Z',
};

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test('[R1] [R2] reports balanced books', async () => {
  const ana = await world.investor({ balance: '500.00' });
  await ana.post('/api/stake', { amount: 300, time_stake: 30 });
  const { exit, out } = await lastroOf(world)('books audit --brokerage no');
  expect([exit, out]).toEqual([0, expect.stringMatching(/^The books balance: \d+ rules hold\.\n/)]);
  expect(await lastAction(world)).toMatchObject({
    action: 'books audit',
    details: { findings: '0', compared: 'false' },
  });
});

test('[O3] [R1] what was read is sealed and not read again, unless a whole audit is requested', async () => {
  const seals = () =>
    world.db.query<{ count: bigint }>('SELECT count(*) AS count, max(number) AS last FROM ledger.seals');
  const [before] = await seals();
  const ana = await world.investor({ balance: '100.00' });
  expect((await lastroOf(world)('books audit --brokerage no')).exit).toBe(0);
  expect((await seals())[0]?.count).toBe((before?.count ?? 0n) + 1n);
  const set = (to: string) =>
    asOwner(
      `SET session_replication_role = replica; UPDATE ledger.journals SET balance = balance ${to} WHERE owner = '${ana.id}'`,
    );
  await set('+ 1');
  expect((await lastroOf(world)('books audit --brokerage no')).exit).toBe(0);
  const { exit, out } = await lastroOf(world)('books audit --brokerage no --whole');
  await set('- 1');
  expect([exit, out]).toEqual([1, expect.stringContaining('each journal keeps the balances after it: journal ')]);
  expect(await lastAction(world)).toMatchObject({ details: { findings: '2', since: 'beginning' } });
}, 120_000);

test('[R1] [F1] an audit while the product runs finds nothing and blocks nobody', async () => {
  const ana = await world.investor({ balance: '500.00' });
  let isOver = false;
  const audit = lastroOf(world)('books audit --whole --brokerage no').finally(() => void (isOver = true));
  const statuses = new Set<number>();
  while (!isOver) statuses.add((await ana.post('/api/stake', { amount: 1, time_stake: 30 })).statusCode);
  expect((await audit).exit).toBe(0);
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
}, 120_000);

describe('the brokerage’s book', () => {
  const audit = (env: Record<string, string> = {}, line = 'books audit --json') => lastroOf(world, env)(line);
  let server: Server;
  let answer: { status: number; body: unknown };
  let env: Record<string, string>;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    env = { BROKERAGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, BROKERAGE_TOKEN: 'token' };
  });
  afterAll(() => void server.close());

  test('[R1] is reported as not compared when no brokerage is known: exit code 1', async () => {
    const { exit, out } = await audit({}, 'books audit');
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/NOT COMPARED .*no brokerage is configured\. Set BROKERAGE_URL/),
    ]);
  });

  test.each<[what: string, status: number, body: unknown, why: string]>([
    ['has no listing', 404, { code: 'not_found' }, 'it has no listing (404)'],
    [
      'has a listing of another kind',
      200,
      { transfers: [{ reference: 'x' }], next: null },
      'is not a page of its book',
    ],
    ['is at its wits’ end', 500, {}, 'it answered 500'],
    [
      'gives the same cursor again and again',
      200,
      { transfers: [strange], next: 'again' },
      'it keeps returning the same cursor',
    ],
    ['gives empty pages without end', 200, { transfers: [], next: 'more' }, 'it returns empty pages'],
  ])('[R1] is not compared with that of a brokerage that %s: exit code 1', async (_what, status, body, why) => {
    answer = { status, body };
    const { exit, out } = await audit(env);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ compared: false, comparison: expect.stringContaining(why) });
    expect(await lastAction(world)).toMatchObject({ details: { compared: 'false' } });
  });

  test('[R1] is not compared when it is unreachable', async () => {
    const { exit, out } = await audit({ ...env, BROKERAGE_URL: 'http://127.0.0.1:9' });
    expect([exit, JSON.parse(out)]).toEqual([1, expect.objectContaining({ compared: false })]);
  });

  test('[R1] is compared where it can be read', async () => {
    answer = { status: 200, body: { transfers: [], next: null } };
    const { exit, out } = await audit(env);
    expect([exit, JSON.parse(out)]).toEqual([0, expect.objectContaining({ compared: true, findings: [] })]);
  });

  test('[R1] rejects an unknown value of --brokerage', async () => {
    expect((await audit({}, 'books audit --brokerage maybe')).exit).toBe(2);
  });
});

test('[R1] lists every finding in tampered books, with exit code 1', async () => {
  await asOwner('UPDATE ledger.treasury SET balance = balance + 1 WHERE part = 9');
  await asOwner(`UPDATE positions SET state = 'ended', closed_at = now()`);
  const { exit, out } = await lastroOf(world)('books audit --brokerage no');
  expect([exit, out]).toEqual([1, expect.stringMatching(/^The books do not balance\.\n/)]);
  expect(out).toContain('broken: the treasury holds what all owners have booked: it holds');
  expect(out).toContain('broken: a position has exactly the journals that its state demands: stake ');
  const { findings } = JSON.parse((await lastroOf(world)('books audit --brokerage no --json')).out);
  expect(findings).toContainEqual({ rule: expect.any(String), where: expect.stringContaining('it holds ') });
  expect(await lastAction(world)).toMatchObject({ details: { findings: String(findings.length) } });
});

const rule = 'every event has an amount for each leg of its kind';

/** Writes journals of nobody that break two rules each. */
const breakOften = (many: number): Promise<void> =>
  asOwner(`SET session_replication_role = replica;
    INSERT INTO ledger.journals (owner, number, key, kind, reference, amounts, happened_at, hash, balance, held, invested, promised, zord)
    SELECT id, 1, 'nothing:' || id, 'stake_opened', id, '{1}', now(), '', 0, 0, 0, 0, 0 FROM (
      SELECT gen_random_uuid() AS id FROM generate_series(1, ${many})) nobody`);

test("[R1] counts each rule's findings and shows the first hundred", async () => {
  await breakOften(130);
  const { exit, out } = await lastroOf(world)('books audit --whole --brokerage no');
  expect(exit).toBe(1);
  expect(out.split('\n').filter((line) => line.includes(`broken: ${rule}: journal nothing:`))).toHaveLength(100);
  expect(out).toContain(`broken: ${rule}: and in 30 more places, 130 in all`);
});

test('[R1] in entirely broken books an audit counts in bounded memory', async () => {
  const many = 60_000;
  await breakOften(many);
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 10);
  const { exit, out } = await lastroOf(world)('books audit --whole --brokerage no --json');
  clearInterval(watching);
  expect(exit).toBe(1);
  expect(JSON.parse(out).broken).toContainEqual({ rule, count: many + 130 });
  expect(Number((await lastDetails()).findings)).toBeGreaterThan(2 * many);
  // Holding the findings themselves would take 15 MB and more.
  expect((most - before) / 1e6).toBeLessThan(12);
}, 240_000);

async function lastDetails(): Promise<Record<string, unknown>> {
  return ((await lastAction(world)) as { details: Record<string, unknown> }).details;
}

/** Runs a statement that the product's own role may not. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.db.adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
