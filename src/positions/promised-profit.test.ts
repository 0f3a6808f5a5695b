import { expect, test } from 'vitest';
import { returnAtEnd } from './promised-profit.ts';

test.each([
  [1000, 30, 1300],
  [1000, 35, 1350],
  [250, 32.5, 331.25],
  [25_000, 30, 32_500],
])('[V3] %i at %f per cent comes back as %s', (dollars, rate, returned) => {
  expect(returnAtEnd(dollars, rate)).toBe(returned);
});

test('[V3] a tax is withheld of the profit', () => {
  expect([returnAtEnd(1000, 30, 15), returnAtEnd(100, 10, 15)]).toEqual([1255, 108.5]);
});

test('[S3] what comes back is amount plus amount times rate, to the cent', () => {
  expect([returnAtEnd(20_000, 300), returnAtEnd(10, 10)]).toEqual([80_000, 11]);
});
