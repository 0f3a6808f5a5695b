import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exchangeRate } from '../quote.ts';
import { openRateBoard, type RateBoard } from './rate-board.ts';

let source: Server;
let url: string;
let board: RateBoard | undefined;
let nowMs: number;
let given: { status: number; body: string; delayMs?: number };
const warnings: unknown[] = [];
const noted: unknown[] = [];

const quote = {
  code: 'USD',
  codein: 'BRL',
  name: 'Dólar',
  high: '5.4582',
  low: '5.4262',
  bid: '5.44',
  timestamp: '1795243221',
};
const good = (change: object = {}) => ({ status: 200, body: JSON.stringify({ USDBRL: { ...quote, ...change } }) });

beforeAll(async () => {
  source = createServer((_request, response) => {
    const { status, body, delayMs = 0 } = given;
    setTimeout(() => response.writeHead(status).end(body), delayMs);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => source.once('listening', resolve));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/json/last/USD-BRL`;
});
afterEach(() => board?.stop());
afterAll(() => source.close());

async function openBoard(from = url): Promise<RateBoard> {
  nowMs = Date.parse('2026-03-02T12:00:00Z');
  warnings.length = 0;
  const log = { warn: (...line: unknown[]) => void warnings.push(line) };
  const note = async (rate: object) => void noted.push(rate);
  noted.length = 0;
  board = openRateBoard({ url: from, clock: { now: () => new Date(nowMs) }, log: log as never, note });
  await board.refresh();
  return board;
}

test('[F3] the rate is read to the last digit, with the time of its quote', async () => {
  given = good();
  expect((await openBoard()).read()).toEqual({
    high: exchangeRate('5.4582'),
    low: exchangeRate('5.4262'),
    at: new Date(1_795_243_221_000),
    isStale: false,
  });
  expect(noted.at(-1)).toMatchObject({ high: exchangeRate('5.4582'), low: exchangeRate('5.4262') });
});

test('[F3] while its source is away the last rate stays, stale after a minute and gone after a quarter of an hour', async () => {
  given = good();
  const rates = await openBoard();
  given = { status: 503, body: '' };
  const seen: (boolean | null)[] = [];
  for (const second of [60, 61, 900, 901]) {
    nowMs = Date.parse('2026-03-02T12:00:00Z') + second * 1000;
    await rates.refresh();
    seen.push(rates.read()?.isStale ?? null);
  }
  expect(seen).toEqual([false, true, true, null]);
  expect(warnings.length).toBeGreaterThan(0);
  given = good({ high: '5.5' });
  await rates.refresh();
  expect(rates.read()).toMatchObject({ high: exchangeRate('5.5'), isStale: false });
});

test.each([
  ['an error', { status: 500, body: '{}' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['another shape', { status: 200, body: '{"USDBRL":{"high":5.4,"low":5.3}}' }],
  ['another pair', good({ code: 'EUR' })],
  ['nothing for a dollar', good({ high: '0', low: '0' })],
  ['a high below the low', good({ high: '5.1' })],
  ['a negative', good({ low: '-5.1' })],
  ['a thousand times too much', good({ high: '54582.1' })],
  ['words', good({ high: 'NaN' })],
])('[F3] %s is no rate, and nothing is guessed', async (_what, answer) => {
  given = answer;
  expect((await openBoard()).read()).toBeNull();
});

test('[F3] a source that does not answer is given up after two seconds, and reading never waits for it', async () => {
  given = { ...good(), delayMs: 10_000 };
  const startedMs = Date.now();
  const rates = await openBoard();
  expect(Date.now() - startedMs).toBeLessThan(3000);
  expect(rates.read()).toBeNull();
  source.closeAllConnections();
});

test('[F3] without a configured source there is no rate', async () => {
  expect((await openBoard('')).read()).toBeNull();
});
