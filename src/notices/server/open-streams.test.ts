import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcerOf } from '#database/server/changes.ts';
import type { Http } from '#http/server/http.ts';
import type { CustomerId, Investor } from '#http/server/investor.ts';
import { keepStreams, type OpenStreams } from './open-streams.ts';

const size = 10_000;
let streams: OpenStreams | null = null;

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(async () => {
  vi.useRealTimers();
  await streams?.close();
});

/** A server without a network: counts the queries of its streams and records what they send. */
function open(count: number) {
  const asked = { sessions: 0, marks: 0 };
  const heard: string[] = [];
  const dead = new Set<string>();
  const db = {
    pool: { query: async () => ({ rows: [] }) },
    query: async () => {
      asked.marks += 1;
      return [];
    },
  };
  const http = { db, config: { databaseListenUrl: 'postgresql://nobody@127.0.0.1:1/none' }, app: { log: console } };
  const readAlive = async (tokens: readonly string[]): Promise<Set<string>> => {
    asked.sessions += 1;
    return new Set(tokens.filter((token) => !dead.has(token)));
  };
  streams = keepStreams(http as unknown as Http, readAlive, {
    beatMs: 15_000,
    lookMs: 3_600_000,
    deafLookMs: 3_600_000,
  });
  for (let n = 0; n < count; n += 1) {
    const to = {
      writableLength: 0,
      on: () => {},
      write: (text: string) => heard.push(text),
      end: (text: string) => heard.push(text),
      destroy: () => {},
    };
    const investor = { id: `c${n}` as CustomerId } as Investor;
    streams.open({ investor, token: `t${n}`, to: to as unknown as ServerResponse });
  }
  return {
    asked,
    heard,
    dead,
    announce: (id: string) => announcerOf(db as never).announce(new Map([[id, new Set(['money' as const])]])),
  };
}

test('[L9] the sessions of all streams are looked up in batches: few queries per beat, however many streams', async () => {
  const { asked, heard, dead } = open(size);
  await vi.advanceTimersByTimeAsync(10_000);
  // Each new customer's mark is read first, batched for all who arrive together.
  expect(asked.marks).toBeLessThan(100);
  expect(heard.filter((text) => text.includes('hello'))).toHaveLength(size);
  const before = asked.sessions;
  dead.add('t77');
  heard.length = 0;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked.sessions - before).toBeLessThanOrEqual(size / 2_000);
  expect(heard.filter((text) => text.includes('ended'))).toHaveLength(1);
  expect(heard.filter((text) => text === ':\n\n')).toHaveLength(size - 1);
  expect(streams?.count()).toBe(size - 1);
});

test('[L9] an announcement to everybody costs no more per second with ten thousand streams than with two hundred', async () => {
  const { asked, heard, announce } = open(size);
  await vi.advanceTimersByTimeAsync(10_000);
  heard.length = 0;
  const before = asked.sessions;
  announce('*');
  await vi.advanceTimersByTimeAsync(10_000);
  const told = heard.filter((text) => text.includes('changed')).length;
  expect(told).toBeGreaterThan(800);
  expect(told).toBeLessThan(1_200);
  expect(asked.sessions - before).toBeLessThan(130);
});

test('notifies one customer immediately, with one session lookup', async () => {
  const { heard, asked, announce } = open(100);
  await vi.advanceTimersByTimeAsync(1_000);
  heard.length = 0;
  const before = asked.sessions;
  announce('c5');
  await vi.advanceTimersByTimeAsync(400);
  expect([heard.length, asked.sessions - before]).toEqual([1, 1]);
});
