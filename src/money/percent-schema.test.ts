import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { percentUpTo, quotedPercent } from './percent-schema.ts';

test.each([0, 0.01, 12.5, 99.99, 100])('[R1] %s is a percentage up to a hundred', (value) => {
  expect(z.safeParse(percentUpTo(100), value).success).toBe(true);
});

test.each([-0.01, 100.01, 12.345, Number.NaN, '12', null])('[R1] %s is refused', (value) => {
  expect(z.safeParse(percentUpTo(100), value).success).toBe(false);
});

test.each([undefined, '0', '40', '1.5', '32.25', '1000.01', '9999.99'])('[R1] %s may have been quoted', (value) => {
  expect(z.safeParse(quotedPercent, value).success).toBe(true);
});

test.each(['', '10000', '1.255', '1.', '.5', '-1', ' 1', '1 ', 'a', '12a', 'a12', '1,5', '1.a', '1e3', 40])(
  '[R1] %s cannot have been quoted',
  (value) => {
    expect(z.safeParse(quotedPercent, value).success).toBe(false);
  },
);
