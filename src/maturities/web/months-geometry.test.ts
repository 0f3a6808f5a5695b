import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMonths } from './months-geometry.ts';
import { totalOf } from './month-totals.ts';
import { monthOf } from './testing/maturities.ts';

const dollars = fc.integer({ min: 0, max: 50_000 });
const months = fc
  .array(fc.record({ Stake: dollars, Vault: dollars, Copytrade: dollars, Primezord: dollars }), {
    minLength: 1,
    maxLength: 120,
  })
  .map((all) => all.map((parts, at) => monthOf({ Start: `${2026 + Math.floor(at / 12)}-01-01`, ...parts })));
const frame = fc.record({
  width: fc.integer({ min: 240, max: 1400 }),
  height: fc.constant(220),
  letters: fc.constantFrom(1, 1.5, 2),
});

test('every bar lies in the frame and in its own month, and is visible however small', () => {
  fc.assert(
    fc.property(months, frame, (all, size) => {
      const { pieces, place, placeWidth } = drawMonths(all, size);
      for (const { at, x, width, height } of pieces) {
        expect(x).toBeGreaterThanOrEqual(place(at));
        expect(x + width).toBeLessThanOrEqual(place(at) + placeWidth + 0.001);
        expect(x + width).toBeLessThanOrEqual(size.width + 0.001);
        expect(height).toBeGreaterThanOrEqual(2);
      }
      const drawn = all.flatMap((month) =>
        [month.Stake, month.Vault, month.Copytrade, month.Primezord].filter(Boolean),
      );
      expect(pieces).toHaveLength(drawn.length);
    }),
  );
});

test('a position maps to the month drawn there, and beyond the edges to the first and the last', () => {
  fc.assert(
    fc.property(months, frame, (all, size) => {
      const { nearest, place, placeWidth } = drawMonths(all, size);
      for (const at of all.keys()) expect(nearest(place(at) + placeWidth / 2)).toBe(at);
      expect([nearest(-50), nearest(size.width + 50)]).toEqual([0, all.length - 1]);
    }),
  );
});

test('months are labelled where there is room, the first always', () => {
  const year = Array.from({ length: 12 }, (_, at) => monthOf({ Start: `2026-${String(at + 1).padStart(2, '0')}-01` }));
  const named = (width: number, letters: number) =>
    drawMonths(year, { width, height: 220 * letters, letters }).named.map(({ at }) => at);
  expect(named(1200, 1)).toHaveLength(12);
  expect(named(300, 1)).toEqual([0, 4, 8]);
  expect(named(300, 2)).toEqual([0]);
});

test('a label stays within the frame, however narrow its month', () => {
  const some = (count: number) => Array.from({ length: count }, () => monthOf({ Start: '2026-05-01' }));
  const named = (count: number, width: number) => drawMonths(some(count), { width, height: 220, letters: 1 }).named;
  expect(named(6, 176)).toEqual([{ at: 0, x: 0, edge: 'first' }]);
  expect(named(2, 600).map(({ edge }) => edge)).toEqual([undefined, undefined]);
  expect(named(4, 190).map(({ edge }) => edge)).toEqual(['first', undefined]);
  expect(named(3, 186).at(-1)).toMatchObject({ at: 2, edge: 'last' });
});

test('the total is added up in whole cents, as shown', () => {
  const all = [
    monthOf({ Start: '2026-05-01', Positions: 2, Amount: 0.1, Promised: 0.2, Result: -0.000001 }),
    monthOf({ Start: '2026-06-01', Positions: 1, Amount: 0.2, Promised: 0.1 }),
  ];
  expect(totalOf(all)).toEqual({ positions: 3, amount: 0.3, promised: 0.3, result: -0.01, total: 0.59 });
});

test('[L7] a tax that will be withheld is deducted from the total, as shown', () => {
  const taxed = monthOf({ Start: '2026-07-01', Positions: 1, Amount: 100, Promised: 10, Withheld: 1.75 });
  expect(totalOf([taxed])).toEqual({
    positions: 1,
    amount: 100,
    promised: 10,
    result: 0,
    withheld: 1.75,
    total: 108.25,
  });
});
