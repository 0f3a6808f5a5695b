import { expect, test } from 'vitest';
import { usd } from '../money.ts';
import { wholeOf } from './whole-of.ts';

test.each([
  [0, '0', '0'],
  [0.009999, '0', '0.009999'],
  [1234.56, '1234.56', '0'],
  [1234.567891, '1234.56', '0.007891'],
  [12_345_678.9, '12345678.90', '0'],
])('[G2] all of %s is %s, leaving %s', (have, all, rest) => {
  expect(wholeOf(have)).toEqual({ all: usd(all), rest: usd(rest) });
});
