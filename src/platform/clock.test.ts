import { expect, test } from 'vitest';
import { addDays, dayMs, fixedClock, realClock } from './clock.ts';

test('[S1] a term of days is that many times 24 hours, regardless of daylight saving time', () => {
  const opened = new Date('2026-03-02T12:00:00.123Z');
  expect(addDays(opened, 30)).toEqual(new Date('2026-04-01T12:00:00.123Z'));
  expect(addDays(opened, -1)).toEqual(new Date('2026-03-01T12:00:00.123Z'));
  expect(addDays(new Date('2028-02-28T00:00:00Z'), 1)).toEqual(new Date('2028-02-29T00:00:00Z'));
  expect(dayMs).toBe(24 * 60 * 60 * 1000);
});

test('the real clock follows the time, the fixed one does not', () => {
  const before = Date.now();
  expect(realClock.now().getTime()).toBeGreaterThanOrEqual(before);
  expect(realClock.now().getTime()).toBeLessThanOrEqual(Date.now());
  expect(fixedClock(new Date(5)).now()).toEqual(new Date(5));
});
