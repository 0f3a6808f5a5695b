import { expect, test } from 'vitest';
import { isDay, readMoment } from './read-moment.ts';

test.each(['2024-02-29', '0001-01-01', '9999-12-31'])('[H1] %s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  '',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '0007-04-50',
  '2026-1-31',
  '12026-01-01',
  '2026-01-31T00',
  'today',
])('[H1] “%s” is no day', (text) => {
  expect(isDay(text)).toBe(false);
});

test.each([
  ['2030-01-31T09:00-03:00', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T09:00:30.5Z', '2030-01-31T09:00:30.500Z'],
])('[H2] %s is an instant', (text, at) => {
  expect(readMoment(text)?.toISOString()).toBe(at);
});

test.each([
  '2030-01-31',
  '2030-01-31T09:00',
  '2030-02-30T09:00Z',
  '2030-01-31T25:00Z',
  '2030-01-31T09:00:00.0001Z',
  '0007-04-50T09:00Z',
])('[H2] rejects %s', (text) => {
  expect(readMoment(text)).toBeNull();
});
