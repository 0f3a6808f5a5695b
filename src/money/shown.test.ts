import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromJsonNumber, type Micros, micros, sum, toJsonNumber, usd } from './money.ts';
import { shownChange, shownDifference, shownSum, shownTotal, wholeCents } from './shown.ts';

const cent = 10_000n;
const amount = fc.bigInt({ min: -1_000_000_000_000_000n, max: 1_000_000_000_000_000n }).map(micros);
const amounts = fc.array(amount, { maxLength: 40 });

test.each([
  ['0', '0'],
  ['0.01', '0.01'],
  ['1974.804999', '1974.80'],
  ['0.009999', '0'],
  ['12.345678', '12.34'],
  ['-0.000001', '-0.01'],
  ['-0.01', '-0.01'],
  ['-1.300001', '-1.31'],
])('[L7] [Z4] %s is shown, and may be requested, as %s', (exact, shown) => {
  expect(wholeCents(usd(exact))).toBe(usd(shown));
});

test('[L7] an amount is shown in whole cents, never above its value and always less than a cent below', () => {
  fc.assert(
    fc.property(amount, (exact) => {
      const shown = wholeCents(exact);
      expect(shown % cent).toBe(0n);
      expect(exact - shown).toBeGreaterThanOrEqual(0n);
      expect(exact - shown).toBeLessThan(cent);
      expect(wholeCents(shown)).toBe(shown);
    }),
  );
});

test('[L7] more is never shown as less', () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      expect(wholeCents(less)).toBeLessThanOrEqual(wholeCents(more));
    }),
  );
});

describe('[L7] a total', () => {
  test('is the sum of its shown parts, and never above their exact sum', () => {
    fc.assert(
      fc.property(amounts, (parts) => {
        const total = shownTotal(parts);
        expect(total).toBe(sum(parts.map(wholeCents)));
        expect(total).toBeLessThanOrEqual(sum(parts));
        expect(sum(parts) - total).toBeLessThanOrEqual(BigInt(parts.length) * cent);
      }),
    );
  });

  test('does not depend on how its parts are grouped', () => {
    fc.assert(
      fc.property(amounts, amounts, (some, others) => {
        expect(shownTotal([shownTotal(some), shownTotal(others)])).toBe(shownTotal([...others, ...some]));
      }),
    );
  });

  test('of 1.974,804 and 2.365,767 and 841,274 and 254,988 is 5.436,81', () => {
    expect(shownSum(1974.804, 2365.767, 841.274, 254.988)).toBe(5436.81);
    expect(toJsonNumber(wholeCents(fromJsonNumber(5436.833)))).toBe(5436.83);
  });
});

test('[L7] opening, changes and closing add up as shown, and none is off by a cent or more', () => {
  fc.assert(
    fc.property(amount, amounts, (opening, changes) => {
      let exact: Micros = opening;
      let shown = wholeCents(opening);
      for (const change of changes) {
        exact = sum([exact, change]);
        const line = shownChange(change, exact);
        shown = sum([shown, line]);
        expect(shown).toBe(wholeCents(exact));
        const off = line - change;
        expect(off > -cent && off < cent).toBe(true);
        if (change === 0n) expect(line).toBe(0n);
      }
    }),
  );
});

test('[L7] a shown part and what is left beside it add up to the shown amount', () => {
  fc.assert(
    fc.property(amount, amount, (whole, part) => {
      const [of, without] = [toJsonNumber(whole), toJsonNumber(part)];
      expect(shownSum(shownDifference(of, without), without)).toBe(shownSum(of));
    }),
  );
});
