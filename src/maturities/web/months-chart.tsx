import { useMemo } from 'react';
import { ChartFrame, LevelLines } from '#platform/web/chart/chart-frame.tsx';
import { ChartName } from '#platform/web/chart/chart-name.tsx';
import colours from '#platform/web/chart/parts.module.css';
import { classNames } from '#platform/web/ui/class-names.ts';
import { useWidth } from '#platform/web/ui/use-width.ts';
import type { MaturityMonth } from '../contract.ts';
import styles from './months-chart.module.css';
import { drawMonths, type MonthsDrawing } from './months-geometry.ts';
import { useMonthName } from './use-month-name.ts';

interface MonthsChartProps {
  months: MaturityMonth[];
  /** Index of the selected month. */
  at: number;
  onLook: (at: number) => void;
}

/** In px, at the default font size. */
const height = 220;

/** A stacked bar per month, with a segment per product. */
export function MonthsChart({ months, at, onLook }: MonthsChartProps) {
  const [frame, width, letters] = useWidth();
  const drawing = useMemo(
    () => drawMonths(months, { width, height: height * letters, letters }),
    [months, width, letters],
  );
  return (
    <ChartFrame
      ref={frame}
      width={width}
      height={height}
      letters={letters}
      drawing={drawing}
      onLook={onLook}
      names={<Names drawing={drawing} months={months} at={at} />}
    >
      <rect
        x={drawing.place(at)}
        y={0}
        width={drawing.placeWidth}
        height={drawing.y(0)}
        rx="6"
        className={styles.looked}
      />
      <LevelLines drawing={drawing} width={width} />
      <Bars drawing={drawing} at={at} />
    </ChartFrame>
  );
}

function Bars({ drawing, at }: { drawing: MonthsDrawing; at: number }) {
  return drawing.pieces.map(({ part, at: month, ...place }) => (
    <rect
      key={`${month}${part}`}
      {...place}
      data-part={part}
      data-looked={month === at || undefined}
      className={classNames(styles.piece, colours.part)}
    />
  ));
}

function Names({ drawing, months, at }: { drawing: MonthsDrawing; months: readonly MaturityMonth[]; at: number }) {
  const monthName = useMonthName('short');
  return drawing.named.map(({ at: month, x, edge }) => (
    <ChartName key={month} x={x} edge={edge} isAtCursor={month === at} text={monthName(months[month]?.Start ?? '')} />
  ));
}
