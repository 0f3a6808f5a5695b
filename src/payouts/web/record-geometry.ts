import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Drawing } from '#platform/web/chart/chart-frame.tsx';
import type { RecordPoint } from '../record-contract.ts';

/** A record in pixel coordinates: a line that rises above zero and falls below it. */
export interface RecordDrawing extends Drawing {
  path: string;
  /** The area between the line and zero. */
  ground: string;
  /** The x coordinate of a day. */
  x: (at: number) => number;
}

const top = 20;
const bottom = 24;
const levelCount = 3;
/** Room for the marker of the last day. */
const end = 6;

/** The smallest range of the y axis, which always includes zero: a quarter of a per cent or a flat line must not fill the frame. */
const leastReach = 1;

interface RecordFrame {
  width: number;
  height: number;
  /** Scale of the labels beside the chart, as a multiple of their usual size. */
  letters: number;
}

export function drawRecord(series: readonly RecordPoint[], { width, height, letters }: RecordFrame): RecordDrawing {
  const results = series.map(({ Result }) => Result);
  const last = Math.max(series.length - 1, 1);
  const x = scaleLinear([0, last], [0, width - end]);
  const reach = [Math.min(0, ...results), Math.max(0, ...results)] as const;
  const spread = Math.max(0, leastReach - (reach[1] - reach[0]));
  const y = scaleLinear([reach[0], reach[1] + spread], [height - bottom * letters, top * letters]).nice(levelCount);
  return {
    path: line<number>((_, at) => x(at), y)(results) ?? '',
    ground: area<number>((_, at) => x(at), y(0), y)(results) ?? '',
    x: (at) => x(at),
    y: (amount) => y(amount),
    levels: y.ticks(levelCount).filter((level) => level !== 0),
    nearest: (place) => Math.min(series.length - 1, Math.max(0, Math.round(x.invert(place)))),
  };
}
