import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Topic } from '#database/server/changes.ts';
import type { EventStream } from './event-stream.ts';
import { createBroadcast } from './broadcast.ts';

const money = new Set<Topic>(['money']);
const notices = new Set<Topic>(['notices']);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Told {
  at: number;
  topics: string[];
}

function crowd(size: number): { streams: EventStream[]; told: Told[] } {
  const told: Told[] = [];
  const announce = (topics: ReadonlySet<Topic>): void => void told.push({ at: Date.now(), topics: [...topics] });
  const streams = Array.from({ length: size }, () => ({
    begin: () => {},
    announce,
    beat: async () => {},
    end: () => {},
  }));
  return { streams, told };
}

/** The number of streams notified in the busiest second. */
function busiest(told: readonly Told[]): number {
  const seconds = new Map<number, number>();
  for (const { at } of told) seconds.set(Math.floor(at / 1000), (seconds.get(Math.floor(at / 1000)) ?? 0) + 1);
  return Math.max(...seconds.values());
}

test.each([
  [100, 2],
  [1_000, 12],
  [20_000, 220],
])('[L9] notifies %i streams within %i seconds, at most about a hundred in any second', async (size, seconds) => {
  const { streams, told } = crowd(size);
  createBroadcast().announce(streams, money);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(told).toHaveLength(size);
  expect(busiest(told)).toBeLessThanOrEqual(110);
});

test('[L9] repeated announcements during a broadcast do not speed it up, and every stream receives all of them', async () => {
  const { streams, told } = crowd(500);
  const broadcast = createBroadcast();
  broadcast.announce(streams, money);
  await vi.advanceTimersByTimeAsync(1_000);
  for (let n = 0; n < 20; n += 1) broadcast.announce(streams, notices);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(busiest(told)).toBeLessThanOrEqual(120);
  const heard = { money: told.filter(({ topics }) => topics.includes('money')).length };
  expect(heard.money).toBe(500);
  expect(told.filter(({ topics }) => topics.includes('notices'))).toHaveLength(500);
});

test('a closed stream takes up no turn', async () => {
  const { streams, told } = crowd(30);
  const broadcast = createBroadcast();
  broadcast.announce(streams, money);
  for (const stream of streams.slice(0, 29)) broadcast.remove(stream);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(1);
});
