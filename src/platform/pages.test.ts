import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listQuery } from './pages.ts';

test('[H1] a list requested without parameters returns its hundred newest rows, with days in UTC', () => {
  expect(z.parse(listQuery, {})).toEqual({ limit: 100, tz: 'UTC' });
});

test.each([
  ['limit', '1', 1],
  ['limit', '500', 500],
  ['start', '2026-03-02', '2026-03-02'],
  ['start', '2026-03-02T14:30Z', '2026-03-02T14:30Z'],
  ['start', '2026-03-02T14:30', '2026-03-02T14:30'],
  ['start', '2026-03-02T14:30:15-03:00', '2026-03-02T14:30:15-03:00'],
  ['end', '2026-03-02T14:30:15.123456Z', '2026-03-02T14:30:15.123456Z'],
  ['tz', 'America/Sao_Paulo', 'America/Sao_Paulo'],
  ['after', 'A-z_0'.repeat(40), 'A-z_0'.repeat(40)],
])('[H1] %s accepts %s', (field, text, read) => {
  expect(z.parse(listQuery, { [field]: text })).toMatchObject({ [field]: read });
});

test.each([
  ['limit', ['0', '501', '1000', '', '-1', '1.5', ' 5', '5 ', 'all']],
  [
    'start',
    ['', 'today', '2026-3-2', '2026-03-02T14', '2026-13-01', '2026-02-03T25:00Z', ' 2026-03-02', '2026-03-02x'],
  ],
  [
    'start',
    ['20260-03-02', '2026-03-02T14:30:15.1234567Z', '2026-03-02T14:30:15.Z', '2026-03-02T14:30+3', '2026-03-02Z'],
  ],
  ['tz', ['', 'Mars/Olympus', 'x'.repeat(65)]],
  ['after', ['', 'x'.repeat(201), 'a b', '%00', "a'b"]],
])('[H1] %s rejects %j', (field, texts) => {
  for (const text of texts) expect([text, z.safeParse(listQuery, { [field]: text }).success]).toEqual([text, false]);
});
