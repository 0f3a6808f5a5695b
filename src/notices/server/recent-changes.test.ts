import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everybody } from '#database/server/changes.ts';
import { rememberChanges, rememberedMs } from './recent-changes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('[L9] a customer counts as quiet since their last change, or for a minute if none is remembered', () => {
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

test('[L9] a change for everybody counts for each customer', () => {
  const recent = rememberChanges();
  recent.note('ana');
  vi.advanceTimersByTime(1_000);
  recent.note(everybody);
  vi.advanceTimersByTime(500);
  expect([recent.quietMsOf('ana'), recent.quietMsOf('caio')]).toEqual([500, 500]);
});
