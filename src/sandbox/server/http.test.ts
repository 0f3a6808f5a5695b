import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#platform/clock.ts';
import { type BrokerageBookPage, type BrokerageRequest } from '#wallet/brokerage-contract.ts';
import { buildSandbox } from './http.ts';
import { type Brokerage, openBrokerage } from './open-brokerage.ts';
import { transferOf } from './testing/transfer-of.ts';

const token = 'a-token';
let now: Date;
let brokerage: Brokerage;
let server: FastifyInstance;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  const clock = { now: () => now };
  brokerage = await openBrokerage(await mkdtemp(join(tmpdir(), 'h2-')), clock);
  server = buildSandbox({ token, brokerage, clock, log: false });
});

afterEach(async () => {
  await server.close();
  await brokerage.close();
});

function ask(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${token}`;
  return server.inject({ method, url, ...(payload && { payload }), headers: { authorization, ...headers } });
}

function send(transfer: BrokerageRequest, key = transfer.reference) {
  return ask('POST', '/v1/transfers', transfer, { 'idempotency-key': key });
}

async function usdOf(account: string): Promise<string> {
  return (await ask('GET', `/v1/accounts/${account}`)).json().balances.USD;
}

describe('the brokerage contract', () => {
  test('[F5] a new account holds 100,000 USD and nothing else', async () => {
    const answer = await ask('GET', '/v1/accounts/ana');
    expect(answer.json()).toEqual({ account: 'ana', balances: { USD: '100000.00', BRL: '0.00', USDT: '0.00' } });
  });

  test('[F5] a transfer to the platform debits its amount in USD, to the last micro', async () => {
    const answer = await send(
      transferOf({ account: 'ana', amount: '0.000001', currency: 'BRL', settle_amount: '0.01' }),
    );
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ status: 'done', amount: '0.000001' });
    expect(await usdOf('ana')).toBe('99999.999999');
  });

  test('[F5] a transfer to the broker credits the settled amount in its currency', async () => {
    await send(
      transferOf({ account: 'ana', direction: 'to_broker', amount: '10', currency: 'BRL', settle_amount: '53.8' }),
    );
    const { balances } = (await ask('GET', '/v1/accounts/ana')).json();
    expect(balances).toEqual({ USD: '100000.00', BRL: '53.80', USDT: '0.00' });
  });

  test('[F5] more than the account holds is refused permanently, and nothing is debited', async () => {
    const transfer = transferOf({ account: 'ana', amount: '100000.01' });
    expect((await send(transfer)).json()).toMatchObject({ status: 'refused', reason: 'insufficient_funds' });
    expect((await ask('GET', `/v1/transfers/${transfer.reference}`)).json()).toMatchObject({ status: 'refused' });
    expect(await usdOf('ana')).toBe('100000.00');
  });

  test('[F4] the same transfer sent repeatedly, even concurrently, is one transfer with one answer', async () => {
    const transfer = transferOf({ account: 'ana' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(transfer)));
    expect(answers.map((answer) => answer.statusCode).filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect((await send({ ...transfer, amount: '10' })).statusCode).toBe(200);
    expect(await usdOf('ana')).toBe('99990.00');
  });

  test.each([{ amount: '10.01' }, { account: 'bob' }, { currency: 'BRL' as const }, { settle_amount: '9' }])(
    '[F4] the same reference with another body conflicts: %o',
    async (change) => {
      const transfer = transferOf();
      await send(transfer);
      expect((await send({ ...transfer, ...change })).statusCode).toBe(409);
      expect(await usdOf(transfer.account)).toBe('99990.00');
    },
  );

  test('[F4] a reference that was never sent is unknown', async () => {
    expect((await ask('GET', '/v1/transfers/never-sent')).statusCode).toBe(404);
  });

  test('[F4] the idempotency key must be the reference', async () => {
    expect((await send(transferOf(), 'another')).statusCode).toBe(400);
  });

  test.each(['0', '0.00', '-1', '1.0000001', '1e3', '1,5', '', ' 1', '+1', 'NaN'])(
    '[F5] rejects an amount that is not an exact positive decimal: "%s"',
    async (amount) => {
      expect((await send(transferOf({ amount }))).statusCode).toBe(422);
    },
  );

  test('[F5] accepts only the fields of the contract, and only JSON', async () => {
    expect((await send({ ...transferOf(), note: 'hi' } as BrokerageRequest)).statusCode).toBe(422);
    const text = await server.inject({
      method: 'POST',
      url: '/v1/transfers',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"reference":',
    });
    expect(text.statusCode).toBe(400);
  });

  test.each([undefined, 'a-token', 'Bearer a-toke', 'Bearer a-token2', 'bearer a-token'])(
    '[F5] reveals nothing to strangers: Authorization %s',
    async (authorization) => {
      for (const url of ['/v1/transfers', '/v1/transfers/x', '/v1/accounts/x', '/sandbox/faults']) {
        const answer = await server.inject({ url, headers: authorization ? { authorization } : {} });
        expect(answer.statusCode).toBe(401);
      }
    },
  );
});

describe('the book', () => {
  test('[F5] the whole book can be read in pages, oldest first', async () => {
    const sent = Array.from({ length: 5 }, () => transferOf());
    for (const transfer of sent) await send(transfer);
    const read: string[] = [];
    for (let after: string | null = '0'; after !== null;) {
      const page: BrokerageBookPage = (await ask('GET', `/v1/transfers?limit=2&after=${after}`)).json();
      read.push(...page.transfers.map(({ reference }) => reference));
      after = page.next;
    }
    expect(read).toEqual(sent.map(({ reference }) => reference));
  });

  test('[F5] it can also be read by day, in pages, each row with its booking time, even where the clock went back', async () => {
    const first = now;
    const sent = [];
    for (const day of [0, 0, 0, 1, 0, 2]) {
      now = addDays(first, day);
      const transfer = transferOf();
      await send(transfer);
      sent.push(transfer.reference);
    }
    const read = async (query: string): Promise<BrokerageBookPage> =>
      (await ask('GET', `/v1/transfers?${query}`)).json();
    const referencesOf = (page: BrokerageBookPage) => page.transfers.map(({ reference }) => reference);
    const day = 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&limit=2';
    const page = await read(day);
    expect(referencesOf(page)).toEqual(sent.slice(0, 2));
    const rest = await read(`${day}&after=${page.next}`);
    expect([referencesOf(rest), rest.next]).toEqual([sent.slice(2, 3), null]);
    // A transfer booked while the clock had gone back keeps its place in the book, not that of its clock time.
    const next = await read('from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z');
    expect(referencesOf(next)).toEqual(sent.slice(3, 5));
    expect(next.transfers.map(({ booked_at }) => booked_at)).toEqual(Array(2).fill('2026-03-02T12:00:00.000Z'));
    expect(referencesOf(await read('from=2026-03-03T00:00:00Z'))).toEqual(sent.slice(5));
    expect((await ask('GET', '/v1/transfers?from=yesterday')).statusCode).toBe(422);
  });
});

describe('the rate', () => {
  test('[F3] has the shape of the public service, is labelled sandbox, and needs no token', async () => {
    const { USDBRL: rate } = (await server.inject('/json/last/USD-BRL')).json();
    expect(rate).toMatchObject({ code: 'USD', codein: 'BRL', name: expect.stringContaining('sandbox') });
    expect(Object.values(rate).every((value) => typeof value === 'string')).toBe(true);
    expect(Object.keys(rate)).toHaveLength(11);
  });

  test('[F3] moves slowly around 5.40, the high always above the low', async () => {
    const seen = new Set<string>();
    for (let hour = 0; hour < 48; hour += 1) {
      now = addDays(new Date('2026-03-01T12:00:00Z'), hour / 24);
      const { USDBRL: rate } = (await server.inject('/json/last/USD-BRL')).json();
      expect(Number(rate.high)).toBeGreaterThan(Number(rate.low));
      expect(Math.abs(Number(rate.bid) - 5.4)).toBeLessThan(0.1);
      seen.add(rate.bid);
    }
    expect(seen.size).toBeGreaterThan(10);
  });
});
