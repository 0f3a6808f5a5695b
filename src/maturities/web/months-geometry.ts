import { scaleBand, scaleLinear } from 'd3-scale';
import type { Drawing } from '#platform/web/chart/chart-frame.tsx';
import type { MaturityMonth } from '../contract.ts';
import { type MonthPart, partsOf } from './month-parts.ts';
import { totalOf } from './month-totals.ts';

/** A product's segment of a month's bar, in pixels. */
export interface Piece {
  part: MonthPart;
  at: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface MonthsFrame {
  width: number;
  height: number;
  /** Font size of the labels relative to the default. */
  letters: number;
}

/** A stacked bar per month, with a segment per product, in a frame of pixels. */
export interface MonthsDrawing extends Drawing {
  pieces: Piece[];
  /** Where a month's slot begins; all slots have the same width. */
  place: (at: number) => number;
  placeWidth: number;
  /** The months labelled below the bars, and where. */
  named: { at: number; x: number; edge?: 'first' | 'last' }[];
}

const top = 20;
const bottom = 24;
const levelCount = 3;
const widestBar = 56;
const pixelsPerName = 92;
/** Keeps small amounts visible next to ones a thousand times larger. */
const leastHeight = 2;

export function drawMonths(months: readonly MaturityMonth[], { width, height, letters }: MonthsFrame): MonthsDrawing {
  const nameWidth = pixelsPerName * letters;
  const places = months.map((_, at) => at);
  const x = scaleBand(places, [0, width]);
  const step = x.bandwidth();
  const bar = Math.min(widestBar, step * 0.64);
  const most = Math.max(...months.map((month) => totalOf([month]).total), 0.01);
  const y = scaleLinear([0, most], [height - bottom * letters, top * letters]).nice(levelCount);
  const placeOf = (at: number): number => x(at) ?? 0;
  const parts = partsOf(months);
  return {
    pieces: months.flatMap((month, at) =>
      stack(month, parts, { y, at, x: placeOf(at) + (step - bar) / 2, width: bar }),
    ),
    place: placeOf,
    placeWidth: step,
    y: (amount) => y(amount),
    levels: y.ticks(levelCount).filter((amount) => amount > 0),
    named: namedMonths(months.length, Math.max(1, Math.floor(width / nameWidth))).map((at) => ({
      at,
      ...nameIn({ width, nameWidth }, placeOf(at), step),
    })),
    nearest: (place) => Math.min(months.length - 1, Math.max(0, Math.floor(place / step))),
  };
}

interface Bar {
  y: (amount: number) => number;
  at: number;
  x: number;
  width: number;
}

function stack(month: MaturityMonth, parts: readonly MonthPart[], { y, at, x, width }: Bar): Piece[] {
  let foot = y(0);
  return parts
    .filter((part) => month[part] > 0)
    .map((part) => {
      const height = Math.max(leastHeight, y(0) - y(month[part]));
      foot -= height;
      return { part, at, x, y: foot, width, height };
    });
}

/** In the middle of its place, or within the frame where the place is narrower than the label. */
function nameIn(
  { width, nameWidth }: { width: number; nameWidth: number },
  place: number,
  step: number,
): { x: number; edge?: 'first' | 'last' } {
  const middle = place + step / 2;
  if (middle < nameWidth / 2) return { x: place, edge: 'first' };
  if (middle > width - nameWidth / 2) return { x: place + step, edge: 'last' };
  return { x: middle };
}

/** Labels every month if there is room, otherwise every second, third and so on, starting with the first. */
function namedMonths(length: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(length / room));
  return Array.from({ length: Math.ceil(length / every) }, (_, at) => at * every);
}
