import { expect, test } from 'vitest';
import { readSpan } from './read-span.ts';
import { formatSpan } from './format-span.ts';

const hourMs = 3_600_000;

test.each([
  ['30d', 720 * hourMs],
  ['12h', 12 * hourMs],
  ['90m', 1.5 * hourMs],
  ['45s', 45_000],
  ['1d12h', 36 * hourMs],
])('[R1] %s is a span of time', (typed, spanMs) => {
  expect(readSpan(typed)).toBe(spanMs);
});

test.each(['', '30', 'd', '-30d', '1.5d', '30 d', '30D', '0d', '0h0m', '30days', '1e3d', '99999999d'])(
  '[R1] rejects %j',
  (typed) => {
    expect(readSpan(typed)).toBeNull();
  },
);

test.each([
  [0, '0s'],
  [999, '0s'],
  [720 * hourMs, '30d'],
  [36 * hourMs + 61_000, '1d 12h 1m 1s'],
])('%i ms is formatted as %s', (spanMs, said) => {
  expect(formatSpan(spanMs)).toBe(said);
});
