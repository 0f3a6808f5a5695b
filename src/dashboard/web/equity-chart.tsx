import { useMemo } from 'react';
import { ChartCursor } from '#platform/web/chart/chart-cursor.tsx';
import { ChartFrame, LevelLines } from '#platform/web/chart/chart-frame.tsx';
import { ChartName } from '#platform/web/chart/chart-name.tsx';
import { useDayName } from '#platform/web/chart/use-day-name.ts';
import colours from '#platform/web/chart/parts.module.css';
import { classNames } from '#platform/web/ui/class-names.ts';
import { useWidth } from '#platform/web/ui/use-width.ts';
import type { EquityPoint } from '../contract.ts';
import styles from './equity-chart.module.css';
import { drawEquity, type EquityDrawing } from './equity-geometry.ts';

interface EquityChartProps {
  series: EquityPoint[];
  /** Index of the selected day. */
  at: number;
  onLook: (at: number) => void;
}

/** px at the default font size. */
const height = 240;

/**
 * Stacked areas, balance at the bottom and each product above it, with the total as the line on top. Pointing at a day selects it; leaving
 * returns to the last day.
 */
export function EquityChart({ series, at, onLook }: EquityChartProps) {
  const [frame, width, letters] = useWidth();
  const drawing = useMemo(
    () => drawEquity(series, { width, height: height * letters, letters }),
    [series, width, letters],
  );
  return (
    <ChartFrame
      ref={frame}
      width={width}
      height={height}
      letters={letters}
      drawing={drawing}
      onLook={onLook}
      onLeave={() => onLook(series.length - 1)}
      names={<Days drawing={drawing} series={series} />}
    >
      <LevelLines drawing={drawing} width={width} />
      {drawing.areas.map(({ part, path }) => (
        <path key={part} d={path} className={classNames(styles.area, colours.part)} data-part={part} />
      ))}
      <path d={drawing.total} className={styles.total} />
      <ChartCursor x={drawing.x(at)} y={drawing.y(series[at]?.Total ?? 0)} base={drawing.y(0)} />
    </ChartFrame>
  );
}

function Days({ drawing, series }: { drawing: EquityDrawing; series: EquityPoint[] }) {
  const dayName = useDayName(series.at(-1)?.Date ?? '');
  const last = drawing.named.length - 1;
  return drawing.named.map((at, position) => (
    <ChartName
      key={at}
      x={drawing.x(at)}
      edge={position === 0 ? 'first' : position === last ? 'last' : undefined}
      text={dayName(series[at]?.Date ?? '')}
    />
  ));
}
