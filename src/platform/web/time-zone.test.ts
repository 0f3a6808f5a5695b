import { expect, test } from 'vitest';
import { knownZone, timeZone } from './time-zone.ts';

test('[D5] days begin in the time zone in which the browser formats times', () => {
  const noon = new Date('2026-03-02T12:00:00.000Z');
  const written = (zone?: string) =>
    noon.toLocaleString('en', { ...(zone && { timeZone: zone }), timeZoneName: 'longOffset' });
  expect(written(timeZone)).toBe(written());
});

test.each([
  ['America/Sao_Paulo', 180, 'America/Sao_Paulo'],
  ['UTC', 0, 'UTC'],
  ['Asia/Tehran', -210, 'Asia/Tehran'],
  ['Etc/GMT+5', 300, 'Etc/GMT+5'],
  ['Etc/Unknown', 0, 'UTC'],
  ['Etc/Unknown', 180, 'Etc/GMT+3'],
  ['Etc/Unknown', -480, 'Etc/GMT-8'],
  ['Mars/Olympus', 120, 'Etc/GMT+2'],
  ['', 0, 'UTC'],
  [undefined, -840, 'UTC'],
] as const)('[L13] a browser that says %j, %d minutes behind UTC, reads in %s', (named, offset, zone) => {
  expect(knownZone(named, offset)).toBe(zone);
  expect(() => new Date().toLocaleString('en', { timeZone: knownZone(named, offset) })).not.toThrow();
});
