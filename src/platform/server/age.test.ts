import { expect, test } from 'vitest';
import { isAdult } from './age.ts';

test.each([
  ['2008-03-02', '2026-03-02', true],
  ['2008-03-03', '2026-03-02', false],
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  ['1900-01-01', '2026-03-02', true],
  // A year that is still being typed counts as an early one.
  ['0020-01-01', '2026-03-02', true],
  ['2026-03-02', '2026-03-02', false],
  ['2030-01-01', '2026-03-02', false],
])('[A7] a person born on %s is of age on %s: %s', (birth, today, expected) => {
  expect(isAdult(birth, today)).toBe(expected);
});
