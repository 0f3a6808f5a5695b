import { expect, test } from 'vitest';
import { historyFileName, lastDayBefore } from './file-name.ts';

test.each([
  ['2026-03-01', '2026-03-31', 'lastro-extrato-2026-03-01-2026-03-31.csv'],
  ['2026-03-01', null, 'lastro-extrato-2026-03-01.csv'],
  [null, null, 'lastro-extrato.csv'],
])('[H4] a statement from %s to %s is named %s', (start, lastDay, name) => {
  expect(historyFileName({ brand: 'Lastro', title: 'Extrato', start, lastDay })).toBe(name);
});

test.each([
  ['2026-04-01', '2026-03-31'],
  ['2026-01-01', '2025-12-31'],
  ['2026-04-01T03:00:00Z', null],
  [undefined, null],
])('[H4] before %s the last day is %s', (end, lastDay) => {
  expect(lastDayBefore(end)).toBe(lastDay);
});
