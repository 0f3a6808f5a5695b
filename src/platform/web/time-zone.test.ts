import { expect, test } from 'vitest';
import { timeZone } from './time-zone.ts';

test('[D5] days are cut by the zone that the browser writes times in', () => {
  const noon = new Date('2026-03-02T12:00:00.000Z');
  const written = (zone?: string) =>
    noon.toLocaleString('en', { ...(zone && { timeZone: zone }), timeZoneName: 'longOffset' });
  expect(written(timeZone)).toBe(written());
});
