import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromJsonNumber,
  type Micros,
  micros,
  percent,
  percentFromJsonNumber,
  percentOf,
  roundDown,
  roundUp,
  shareOf,
  split,
  sum,
  toDecimal,
  toJsonNumber,
  usd,
} from './money.ts';

const amounts = fc.bigInt({ min: -1_000_000_000_000_000n, max: 1_000_000_000_000_000n }).map(micros);
const positive = fc.bigInt({ min: 0n, max: 1_000_000_000_000_000n }).map(micros);

describe('money', () => {
  test.each([
    ['0', 0n],
    ['12.34', 12_340_000n],
    ['-0.000001', -1n],
    ['1000000000', 1_000_000_000_000_000n],
    ['0.1', 100_000n],
  ])('[S2] %s dollars are %s micro-dollars', (decimal, value) => {
    expect(usd(decimal)).toBe(value);
  });

  test.each(['', '1.', '.5', '1,5', '1e3', ' 1', '0.0000001', 'NaN', '--1', '+1', '0x10', '١٢'])(
    '[S2] “%s” is not an amount of money',
    (decimal) => {
      expect(() => usd(decimal)).toThrow(RangeError);
    },
  );

  test('[S2] is the same after being written as a decimal and read back', () => {
    fc.assert(fc.property(amounts, (amount) => usd(toDecimal(amount)) === amount));
    expect(toDecimal(usd('1234.5'))).toBe('1234.50');
    expect(toDecimal(usd('-0.05'))).toBe('-0.05');
    expect(toDecimal(usd('3'), 0)).toBe('3');
    expect(toDecimal(usd('0'))).toBe('0.00');
  });

  test('[S2] survives a round trip as a JSON number, up to a billion dollars', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const wire = JSON.parse(JSON.stringify(toJsonNumber(amount))) as number;
        expect(fromJsonNumber(wire)).toBe(amount);
      }),
    );
    // Beyond the exact range of JavaScript numbers, the value is parsed from its decimals.
    expect(toJsonNumber(micros(9_007_199_254_740_993n))).toBe(9_007_199_254.740_993);
    for (const nothing of [Number.NaN, Infinity, 1e21]) {
      expect(() => fromJsonNumber(nothing)).toThrow(RangeError);
      expect(() => percentFromJsonNumber(nothing)).toThrow(RangeError);
    }
  });

  test('[C3] a percentage survives a round trip as a JSON number, to six decimals', () => {
    for (const rate of ['3.25', '-0.000001', '100', '0']) {
      expect(percentFromJsonNumber(toJsonNumber(percent(rate)))).toBe(percent(rate));
    }
  });

  test('[F2] the smallest remainder rounds up away from zero, and down towards it', () => {
    expect([1n, 2n, -1n, -2n, 4n, -4n].map((amount) => roundUp(amount, 3n))).toEqual([1n, 1n, -1n, -1n, 2n, -2n]);
    expect([1n, 2n, -1n, -2n, 4n, -4n].map((amount) => roundDown(amount, 3n))).toEqual([0n, 0n, 0n, 0n, 1n, -1n]);
  });

  test('[F2] an exact result is not rounded, in either direction', () => {
    for (const round of [roundDown, roundUp]) {
      expect(percentOf(usd('100'), percent('2'), round)).toBe(usd('2'));
      expect(percentOf(usd('-100'), percent('2'), round)).toBe(usd('-2'));
      expect(percentOf(usd('0'), percent('2'), round)).toBe(0n);
    }
  });

  test('[S7] a percentage rounded down and one rounded up enclose the exact value', () => {
    expect(percentOf(usd('0.000003'), percent('50'), roundDown)).toBe(1n);
    expect(percentOf(usd('0.000003'), percent('50'), roundUp)).toBe(2n);
    expect(percentOf(usd('-0.000003'), percent('50'), roundUp)).toBe(-2n);
    expect(percentOf(usd('-0.000003'), percent('50'), roundDown)).toBe(-1n);
    expect(percentOf(usd('20000'), percent('300'), roundDown)).toBe(usd('60000'));
    fc.assert(
      fc.property(positive, fc.bigInt({ min: 0n, max: 300_000_000n }), (amount, rate) => {
        const down = percentOf(amount, rate as ReturnType<typeof percent>, roundDown);
        const up = percentOf(amount, rate as ReturnType<typeof percent>, roundUp);
        expect(up - down === 0n || up - down === 1n).toBe(true);
        expect(down * 100_000_000n <= amount * rate && amount * rate <= up * 100_000_000n).toBe(true);
      }),
    );
  });

  test('[S7] a share over time never exceeds the whole', () => {
    fc.assert(
      fc.property(positive, fc.bigInt({ min: 0n, max: 1000n }), (amount, part) => {
        expect(shareOf(amount, part, 1000n, roundDown) <= amount).toBe(true);
      }),
    );
    expect(shareOf(usd('10'), 1000n, 1000n, roundDown)).toBe(usd('10'));
  });

  test('[S7] splitting never loses a micro-dollar, and no part is off by more than one', () => {
    expect(split(micros(10n), [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(split(micros(5n), [0n, 1n])).toEqual([0n, 5n]);
    // The shares of 10 by 1, 4 and 2 are 1.43, 5.71 and 2.86: the two largest remainders are rounded up.
    expect(split(micros(10n), [1n, 4n, 2n])).toEqual([1n, 6n, 3n]);
    // A large share need not have a large remainder: of 10 by 5, 1 and 1 they are 7.14, 1.43 and 1.43.
    expect(split(micros(10n), [5n, 1n, 1n])).toEqual([7n, 2n, 1n]);
    expect(split(micros(10n), [2n, 4n, 1n])).toEqual([3n, 6n, 1n]);
    expect(() => split(micros(5n), [])).toThrow(RangeError);
    const weights = fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(positive, weights, (amount, each) => {
        const parts = split(amount, each);
        const total = each.reduce((a, b) => a + b, 0n);
        expect(sum(parts)).toBe(amount);
        parts.forEach((part, at) => {
          const floor: Micros = shareOf(amount, each[at] as bigint, total, roundDown);
          expect(part - floor === 0n || part - floor === 1n).toBe(true);
        });
      }),
    );
  });
});
