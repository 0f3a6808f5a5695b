import { expect, test } from 'vitest';
import { spreadRows } from './spread-rows.ts';

const gaps = (...given: Parameters<typeof spreadRows>) => spreadRows(...given).map((row) => [row.index, row.gapBefore]);

test('[H1] visible rows are positioned as among all rows', () => {
  expect(gaps([3, 4], null, 10)).toEqual([
    [3, 3],
    [4, 0],
    [10, 5],
  ]);
  expect(gaps([0, 1], null, 2)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
  expect(gaps([], null, 5)).toEqual([[5, 5]]);
});

test('[H1] the focused row and its neighbours stay rendered, above, below or among the visible ones', () => {
  expect(gaps([5, 6], 1, 10).map(([index]) => index)).toEqual([0, 1, 2, 5, 6, 10]);
  expect(gaps([4, 5], 9, 10)).toEqual([
    [4, 4],
    [5, 0],
    [8, 2],
    [9, 0],
    [10, 0],
  ]);
  expect(gaps([5, 6, 7], 6, 10)).toEqual(gaps([5, 6, 7], null, 10));
  expect(gaps([1], 7, 3)).toEqual(gaps([1], null, 3));
});
