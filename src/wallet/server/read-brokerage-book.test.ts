import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BookUnread, readBrokerageBook } from './read-brokerage-book.ts';

let server: Server;
let url = '';
let pages: (query: URLSearchParams) => { transfers: object[]; next: string | null };
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://brokerage');
    asked.push(searchParams.toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pages(searchParams)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const from = new Date('2026-03-02T00:00:00Z');
const to = new Date('2026-03-03T00:00:00Z');

function row(bookedAt: string): object {
  const figures = { direction: 'to_platform', amount: '1', currency: 'USDT', settle_amount: '1' };
  return { reference: 'some-reference', account: 'ana', ...figures, status: 'done', booked_at: bookedAt };
}

async function readAll(part = { from, to }): Promise<number> {
  let rows = 0;
  for await (const page of readBrokerageBook({ url, token: 'token', deadlineMs: 5_000 })(part)) rows += page.length;
  return rows;
}

test('[F4] requests a day by its bounds and each page by the previous cursor', async () => {
  asked.length = 0;
  pages = (query) => ({
    transfers: [row('2026-03-02T10:00:00.000Z')],
    next: query.get('after') === 'second' ? null : query.has('after') ? 'second' : 'first',
  });
  expect(await readAll()).toBe(3);
  const bounds = 'limit=200&from=2026-03-02T00%3A00%3A00.000Z&to=2026-03-03T00%3A00%3A00.000Z';
  expect(asked).toEqual([bounds, `${bounds}&after=first`, `${bounds}&after=second`]);
});

test.each([
  ['just over what used to be read', 1_500],
  ['of ten thousand letters', 10_000],
  ['of a quarter of a million letters', 250_000],
])(
  '[F4] a day whose rows have reasons %s is read to its end, in pages as small as that takes',
  async (_what, length) => {
    asked.length = 0;
    pages = (query) => {
      const begin = Number(query.get('after') ?? 0);
      const end = Math.min(begin + Number(query.get('limit')), 250);
      const transfers = Array.from({ length: end - begin }, () => ({
        ...row('2026-03-02T10:00:00.000Z'),
        reason: 'x'.repeat(length),
      }));
      return { transfers, next: end < 250 ? String(end) : null };
    };
    expect(await readAll()).toBe(250);
  },
);

test('[F4] a row that no answer can hold is said to be too long', async () => {
  pages = () => ({ transfers: [{ ...row('2026-03-02T10:00:00.000Z'), reason: 'x'.repeat(2_000_000) }], next: null });
  await expect(readAll()).rejects.toThrow('a single entry of it is too long');
});

test.each<[what: string, round: string[]]>([
  ['the same cursor', ['a']],
  ['two cursors in turn', ['a', 'b']],
  ['a circle of a hundred', Array.from({ length: 100 }, (_, n) => `c${n}`)],
])('[R1] gives up on a brokerage that repeats %s', async (_what, round) => {
  asked.length = 0;
  pages = () => ({
    transfers: [row('2026-03-02T10:00:00.000Z')],
    next: round[(asked.length - 1) % round.length] ?? null,
  });
  await expect(readAll()).rejects.toThrow('it keeps returning the same cursor');
  expect(asked.length).toBeLessThan(4 * round.length + 4);
});

test.each([
  ['before', '2026-03-01T23:59:59.999Z'],
  ['after', '2026-03-03T00:00:00.000Z'],
])('[R1] rejects a listing with a row booked %s the requested day', async (_what, at) => {
  pages = () => ({ transfers: [row(at)], next: null });
  await expect(readAll()).rejects.toThrow(BookUnread);
});

test('[R1] rejects a listing out of order across pages', async () => {
  pages = (query) =>
    query.has('after')
      ? { transfers: [row('2026-03-02T10:00:00.000Z')], next: null }
      : { transfers: [row('2026-03-02T11:00:00.000Z')], next: 'more' };
  await expect(readAll()).rejects.toThrow('is out of order');
});
