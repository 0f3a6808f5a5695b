import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Drawing } from '#platform/web/chart/chart-frame.tsx';
import type { EquityPoint } from '../contract.ts';
import { type EquityPart, equityParts, partsOf } from './equity-parts.ts';

/** The drawing of a series in a frame of pixels: what is free below, each product upon it, the total as a line. */
export interface EquityDrawing extends Drawing {
  areas: { part: EquityPart; path: string }[];
  total: string;
  /** Where a day stands. */
  x: (at: number) => number;
  /** The days that are named below. */
  named: number[];
}

export interface EquityFrame {
  width: number;
  height: number;
  /** How many times as large as usual the words beside the drawing are. */
  letters: number;
}

const top = 20;
const bottom = 24;
const levelCount = 3;
/** Room for the mark of the last day. */
const end = 6;
const pixelsPerName = 150;

export function drawEquity(series: readonly EquityPoint[], { width, height, letters }: EquityFrame): EquityDrawing {
  const last = Math.max(series.length - 1, 1);
  const most = Math.max(...series.map((point) => point.Total), 0.01);
  const x = scaleLinear([0, last], [0, width - end]);
  const y = scaleLinear([0, most], [height - bottom * letters, top * letters]).nice(levelCount);
  const places = series.map((_, at) => x(at));
  const shape = area<EquityPoint>().x((_, at) => places[at] ?? 0);
  return {
    areas: partsOf(series).map((part) => ({
      part,
      path: shape.y0((point) => y(below(point, part))).y1((point) => y(below(point, part) + point[part]))(series) ?? '',
    })),
    total:
      line<EquityPoint>(
        (_, at) => places[at] ?? 0,
        (point) => y(point.Total),
      )(series) ?? '',
    x: (at) => x(at),
    y: (amount) => y(amount),
    levels: y.ticks(levelCount).filter((amount) => amount > 0),
    named: namedDays(series.length, Math.max(2, Math.floor(width / (pixelsPerName * letters)))),
    nearest: (place) => Math.min(series.length - 1, Math.max(0, Math.round(x.invert(place)))),
  };
}

/** What of a day's total is drawn below a part. */
function below(point: EquityPoint, part: EquityPart): number {
  return equityParts.slice(0, equityParts.indexOf(part)).reduce((sum, each) => sum + point[each], 0);
}

/** Evenly spread over the series, the first and the last among them. */
function namedDays(length: number, count: number): number[] {
  const named = Math.min(count, length);
  if (named < 2) return length > 0 ? [0] : [];
  return Array.from({ length: named }, (_, at) => Math.round((at * (length - 1)) / (named - 1)));
}
