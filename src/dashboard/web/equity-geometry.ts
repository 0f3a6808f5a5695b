import { scaleLinear } from 'd3-scale';
import type { Drawing } from '#platform/web/chart/chart-frame.tsx';
import type { EquityPoint } from '../contract.ts';
import { type EquityPart, partsOf } from './equity-parts.ts';

/** The chart of a series in a frame of pixels: available balance at the bottom, each product above it, the total as a line. */
export interface EquityDrawing extends Drawing {
  areas: { part: EquityPart; path: string }[];
  total: string;
  /** Horizontal position of a day. */
  x: (at: number) => number;
  /** The days labelled on the axis. */
  named: number[];
}

export interface EquityFrame {
  width: number;
  height: number;
  /** Scale of the labels' font size relative to the default. */
  letters: number;
}

const top = 20;
const bottom = 24;
const levelCount = 3;
/** Room for the marker of the last day. */
const end = 6;
const pixelsPerName = 150;

export function drawEquity(series: readonly EquityPoint[], { width, height, letters }: EquityFrame): EquityDrawing {
  const last = Math.max(series.length - 1, 1);
  const most = Math.max(...series.map((point) => point.Total), 0.01);
  const x = scaleLinear([0, last], [0, width - end]);
  const y = scaleLinear([0, most], [height - bottom * letters, top * letters]).nice(levelCount);
  const pathOf = (amounts: readonly number[]): string[] =>
    amounts.map((amount, at) => `${round(x(at))},${round(y(amount))}`);
  return {
    // Nothing is drawn before the width is known.
    areas: width > 0 ? areasOf(series, pathOf) : [],
    total: width > 0 ? `M${pathOf(series.map(({ Total }) => Total)).join('L')}` : '',
    x: (at) => x(at),
    y: (amount) => y(amount),
    levels: y.ticks(levelCount).filter((amount) => amount > 0),
    named: namedDays(series.length, Math.max(2, Math.floor(width / (pixelsPerName * letters)))),
    nearest: (place) => Math.min(series.length - 1, Math.max(0, Math.round(x.invert(place)))),
  };
}

/** Stacks the parts: the upper edge of each is the lower edge of the next. */
function areasOf(series: readonly EquityPoint[], pathOf: (amounts: readonly number[]) => string[]) {
  let amounts = series.map(() => 0);
  let edge = pathOf(amounts);
  return partsOf(series).map((part) => {
    const lower = edge;
    amounts = series.map((point, at) => (amounts[at] ?? 0) + point[part]);
    edge = pathOf(amounts);
    return { part, path: `M${[...edge, ...lower.toReversed()].join('L')}Z` };
  });
}

/** No screen resolves a thousandth of a pixel. */
function round(pixels: number): number {
  return Math.round(pixels * 1_000) / 1_000;
}

/** Evenly spaced over the series, including the first and the last. */
function namedDays(length: number, count: number): number[] {
  const named = Math.min(count, length);
  if (named < 2) return length > 0 ? [0] : [];
  return Array.from({ length: named }, (_, at) => Math.round((at * (length - 1)) / (named - 1)));
}
