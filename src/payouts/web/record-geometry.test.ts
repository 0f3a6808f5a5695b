import { expect, test } from 'vitest';
import { drawRecord } from './record-geometry.ts';

const frame = { width: 306, height: 144, letters: 1 };
const seriesOf = (...results: number[]) =>
  results.map((Result, at) => ({ Date: `2026-03-${String(at + 1).padStart(2, '0')}`, Result }));

test('[G3] a gain is drawn above zero and a loss below it, both within the frame', () => {
  const { y, x } = drawRecord(seriesOf(0, 12.5, -30), frame);
  expect(y(12.5)).toBeLessThan(y(0));
  expect(y(-30)).toBeGreaterThan(y(0));
  expect(y(12.5)).toBeGreaterThanOrEqual(20);
  expect(y(-30)).toBeLessThanOrEqual(120);
  expect([x(0), x(2)]).toEqual([0, 300]);
});

test('[G3] zero is always visible, even with only gains, only losses, or neither', () => {
  for (const results of [[5, 9], [-5, -9], [0, 0], [0]]) {
    const { y, path } = drawRecord(seriesOf(...results), frame);
    expect(y(0)).toBeGreaterThanOrEqual(20);
    expect(y(0)).toBeLessThanOrEqual(120);
    expect(path).not.toContain('NaN');
  }
});

test('[G3] the selected day is the nearest one, and always one that exists', () => {
  const { nearest } = drawRecord(seriesOf(0, 1, 2, 3), frame);
  expect([-50, 0, 149, 151, 300, 900].map(nearest)).toEqual([0, 0, 1, 2, 3, 3]);
});
