import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainShare, toPlain } from './plain.ts';

const most = Number.MAX_SAFE_INTEGER;
const exactShare = (amount: number, part: number, whole: number): bigint =>
  (BigInt(amount) * BigInt(part)) / BigInt(whole);

test('[S7] [C3] a share of plain numbers is the whole part of amount × part ÷ whole, however large', () => {
  const amount = fc.oneof(
    fc.maxSafeNat(),
    fc.integer({ min: 0, max: 10 ** 6 }),
    fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  );
  const part = fc.oneof(
    fc.maxSafeNat().map((n) => n % (2 ** 37 + 1)),
    fc.nat(1000),
  );
  const whole = part.map((n) => n + 1);
  fc.assert(
    fc.property(amount, part, whole, (of, taken, all) => {
      const exact = exactShare(of, taken, all);
      const share = plainShare(of, taken, all);
      if (exact > BigInt(most) || all > 2 ** 37) expect([undefined, Number(exact)]).toContain(share);
      else expect(share).toBe(Number(exact));
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  [most, 1, 2],
  [most, 2 ** 37, 2 ** 37],
  [most, 2 ** 37 - 1, 2 ** 37],
  [94_906_265, 94_906_265, 94_906_266],
  [94_906_267, 94_906_266, 94_906_268],
  [2 ** 52, 2, 1],
  [2 ** 15, 2 ** 37, 2 ** 37 - 1],
  [0, 3, 7],
  [7, 0, 3],
  // Only the last digit of the amount is left, with a remainder before it.
  [2 ** 45 + 1, 2 ** 36 + 1, 2 ** 37 - 3],
])('[S7] [C3] %d × %d ÷ %d is exact', (amount, part, whole) => {
  const exact = exactShare(amount, part, whole);
  expect(plainShare(amount, part, whole)).toBe(exact > BigInt(most) ? undefined : Number(exact));
});

test.each([
  [most + 1, 2, 4],
  [most, 2 ** 37 + 1, 2 ** 37],
  [most, 2 ** 36, 2 ** 37 + 1],
  [most, 3, 2],
  [Number.NaN, 1, 2],
  [1, Number.NaN, 2],
])('[S7] [C3] %d × %d ÷ %d is too large, and not guessed', (amount, part, whole) => {
  expect(plainShare(amount, part, whole)).toBeUndefined();
});

test('[S7] [C3] a bigint becomes a plain number only while exact', () => {
  expect([0n, -5n, BigInt(most), BigInt(-most)].map(toPlain)).toEqual([0, -5, most, -most]);
  expect([BigInt(most) + 1n, BigInt(-most) - 1n].map(toPlain)).toEqual([Number.NaN, Number.NaN]);
});
