import { expect, test } from 'vitest';
import type { EquityPoint } from '../contract.ts';
import { drawEquity } from './equity-geometry.ts';
import { pointOf } from './testing/figures.ts';

function point(balance: number, stake: number): EquityPoint {
  return pointOf({ Balance: balance, Stake: stake });
}

const frame = { width: 606, height: 244, letters: 1 };
const series = [point(0, 0), point(100, 0), point(40, 60), point(40, 61)];

test('[D5] the days span the frame from edge to edge, and any position maps to the nearest day', () => {
  const drawing = drawEquity(series, frame);
  expect(drawing.x(0)).toBe(0);
  expect(drawing.x(3)).toBe(600);
  expect(drawing.nearest(190)).toBe(1);
  expect(drawing.nearest(-50)).toBe(0);
  expect(drawing.nearest(9_000)).toBe(3);
});

test('[D5] stakes are stacked on the balance, and the line on top of both is the total', () => {
  const drawing = drawEquity(series, frame);
  expect(drawing.y(0)).toBe(220);
  expect(drawing.y(101)).toBeGreaterThanOrEqual(20);
  const topOf = (path: string) => path.split('L')[3]?.split('Z')[0];
  expect(topOf(drawing.areas[1]?.path ?? '')?.split(',')[1]).toBe(drawing.total.split('L')[3]?.split(',')[1]);
});

test('[D5] each area reaches down to the one below it', () => {
  const [balance, stake] = drawEquity(series, frame).areas.map(({ path }) => path.slice(1, -1).split('L'));
  expect(balance?.slice(0, 4)).toEqual(stake?.slice(4).toReversed());
  expect(balance?.slice(4)).toEqual(['600,220', '400,220', '200,220', '0,220']);
});

test('[D5] nothing is drawn before the frame’s width is known', () => {
  const drawing = drawEquity(series, { ...frame, width: 0 });
  expect([drawing.areas, drawing.total]).toEqual([[], '']);
});

test('[D5] a wide frame labels more days than a narrow one, always the first and the last', () => {
  const days = Array.from({ length: 90 }, () => point(1, 1));
  expect(drawEquity(days, frame).named).toEqual([0, 30, 59, 89]);
  expect(drawEquity(days, { width: 300, height: 200, letters: 1 }).named).toEqual([0, 89]);
});

test('[D5] a single day is drawn without dividing by zero', () => {
  const drawing = drawEquity([point(5, 0)], frame);
  expect(drawing.total).not.toContain('NaN');
  expect(drawing.named).toEqual([0]);
});
