import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everybody } from '#platform/server/changes.ts';
import { rememberChanges, rememberedMs } from './recent-changes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('[L9] of whom nothing was heard it is quiet for a minute, of others since they were heard of last', () => {
  const recent = rememberChanges();
  recent.note('ana');
  vi.advanceTimersByTime(1_000);
  recent.note('bruno');
  vi.advanceTimersByTime(2_000);
  expect([recent.quietMsOf('ana'), recent.quietMsOf('bruno'), recent.quietMsOf('caio')]).toEqual([
    3_000,
    2_000,
    rememberedMs,
  ]);
  recent.note('ana');
  expect(recent.quietMsOf('ana')).toBe(0);
  vi.advanceTimersByTime(rememberedMs + 1);
  recent.note('bruno');
  expect(recent.quietMsOf('ana')).toBe(rememberedMs);
});

test('[L9] what everybody is told of counts for each', () => {
  const recent = rememberChanges();
  recent.note('ana');
  vi.advanceTimersByTime(1_000);
  recent.note(everybody);
  vi.advanceTimersByTime(500);
  expect([recent.quietMsOf('ana'), recent.quietMsOf('caio')]).toEqual([500, 500]);
});
