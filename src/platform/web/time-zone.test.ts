import { expect, test } from 'vitest';
import { timeZone } from './time-zone.ts';

test('[D5] days begin in the time zone in which the browser formats times', () => {
  const noon = new Date('2026-03-02T12:00:00.000Z');
  const written = (zone?: string) =>
    noon.toLocaleString('en', { ...(zone && { timeZone: zone }), timeZoneName: 'longOffset' });
  expect(written(timeZone)).toBe(written());
});
