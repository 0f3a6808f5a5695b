import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#auth/server/session-store.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { figureNames, positionNames } from '#explanations/figures.ts';
import { type DescribedCall, describedCalls, fuzzed, type FuzzedCall } from './testing/fuzzed-call.ts';
import type { Likely } from './testing/value-of-schema.ts';
import type { TestInvestor } from '#testing/server/world.ts';

/** Holds for every call with any input. `npm run fuzz` sends a thousand of each. */
const runs = Number(process.env.FUZZ_RUNS ?? 15);
const operatorToken = 'o'.repeat(40);

let world: CopytradeWorld;
let ana: TestInvestor;
let token: string;
/** Ids and, below, cursors of what has been created, which later calls may request. */
const ids: string[] = [];
const cursors: string[] = [];
/** The calls that succeeded at least once: a fuzz that only meets refusals proves little. */
const done = new Set<DescribedCall>();

beforeAll(async () => {
  world = await openCopytradeWorld({ treasury: '900000000', env: { OPERATOR_TOKEN: operatorToken } });
  ana = await world.investor({ balance: '900000000', isEmailConfirmed: true });
  token = ana.token;
  ids.push(randomUUID(), ana.id, (await world.investor({ broughtBy: ana })).id);
  await ana.post('/api/vault/subscribe', { terms: true });
  await ana.post('/api/bot/subscribe', {});
  for (let times = 0; times < 20; times += 1) await ana.post('/api/bot/deposit', { amount: 5000 });
});
afterAll(() => world.close());

describe('every call', () => {
  test('answers any input within its contract, and never with a fault', async () => {
    // A stream never ends, and takes no input.
    const calls = (await describedCalls(world)).filter(({ isStream }) => !isStream);
    expect(calls.length).toBeGreaterThan(80);
    for (const call of calls) {
      const check = async (sent: FuzzedCall): Promise<void> => judge(call, sent, await send(call, sent));
      await fc.assert(fc.asyncProperty(fuzzed(call, likely()), check), { numRuns: runs });
      // Otherwise the attempt limits would answer instead of the calls from here on.
      await world.db.query('DELETE FROM attempts');
    }
    expect(done.size / calls.length).toBeGreaterThan(0.6);
    expect(world.logLines.filter((line) => line.includes('"fault"'))).toEqual([]);
    expect(await world.audit()).toEqual([]);
    world.forward(400);
    await world.settle();
    expect(await world.audit()).toEqual([]);
  }, 7_200_000);
});

/** Sends from a new address each time, so that limits per network do not block the rest of the call. */
async function send(call: DescribedCall, { url, headers, payload }: FuzzedCall): Promise<Response> {
  const authorization = call.path.startsWith('/operator') ? operatorToken : token;
  const remoteAddress = Array.from({ length: 4 }, () => Math.ceil(Math.random() * 250)).join('.');
  const answer = await world.ask({
    method: call.method,
    url,
    headers: { authorization, ...headers },
    remoteAddress,
    ...(payload === undefined ? {} : { payload }),
  });
  remember(answer);
  // Some calls end the caller's session, correctly.
  if (answer.statusCode === 401 || call.path.startsWith('/auth'))
    token = (await openSession(world.db, ana.id, true)).token;
  return answer;
}

function judge(call: DescribedCall, sent: FuzzedCall, answer: Response): void {
  const told = `${call.method} ${JSON.stringify(sent)} was answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`;
  expect(answer.headers['x-request-id'], told).toMatch(/^[0-9a-f-]{36}$/);
  if (answer.statusCode < 400) return void done.add(call);
  if (answer.statusCode === 429 || answer.statusCode === 503) {
    expect(Number(answer.headers['retry-after']), told).toBeGreaterThan(0);
  } else {
    expect(answer.statusCode, told).toBeLessThan(500);
  }
  expect(answer.json(), told).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\S/),
  });
}

function remember({ statusCode, headers, body }: Response): void {
  const made = statusCode === 201 && /"Id":"([0-9a-f-]{36})"/.exec(body)?.[1];
  if (made) ids.push(made);
  const after = /after=([\w-]+)/.exec(String(headers['link'] ?? ''))?.[1];
  if (after) cursors.push(after);
}

/** Evaluated anew for each call, to include what earlier calls created. */
function likely(): Likely {
  return {
    amount: fc.constantFrom(10, 20, 25, 50, 100, 250, 300, 500, 1000, 0.01, 99.99),
    time_stake: fc.constantFrom(30, 60, 90, 180, 365),
    user: fc.constant(ana.id),
    id: fc.constantFrom(...ids.slice(0, 3), ...ids.slice(-30)),
    figure: fc.constantFrom(...figureNames, ...positionNames),
    start: fc.constantFrom('2026-01-01', '2026-03-02T12:00:00Z', '2026-03-02T12:00'),
    end: fc.constantFrom('2026-03-03', '2027-01-01', '2026-03-02T12:00:00.001Z'),
    tz: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Tehran'),
    limit: fc.constantFrom('1', '2', '500'),
    ...(cursors.length > 0 && { after: fc.constantFrom(...cursors.slice(-10)) }),
    promocode: fc.constant(''),
    phone: fc.constant('+5511987654321'),
    birth: fc.constant('1990-05-17'),
    password: fc.constant('correto cavalo 77'),
    date: fc.constantFrom('2026-03-02T11:00:00Z', '2026-03-02T10:00:00.5-03:00'),
    asset: fc.constantFrom('Forex', 'Metals'),
    pair: fc.constant('EUR/USD'),
    payout: fc.constantFrom(1.5, -0.25, 0.000001),
    reference: fc.uuid(),
    'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('one', 'x'.repeat(200))),
  };
}
