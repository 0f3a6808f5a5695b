import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  ['2026-03-01', '2026-03-31', 'lastro-stakes-2026-03-01-2026-03-31.csv'],
  ['2026-03-01', null, 'lastro-stakes-2026-03-01.csv'],
  [null, null, 'lastro-stakes.csv'],
])('[H4] a file of stakes from %s to %s is called %s', (start, lastDay, name) => {
  expect(fileName('stakes', start, lastDay)).toBe(name);
});
