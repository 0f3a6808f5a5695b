import { type PointerEvent, useMemo } from 'react';
import { useFormatter } from 'use-intl';
import { classNames } from '#platform/web/ui/class-names.ts';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { useWidth } from '#platform/web/ui/use-width.ts';
import type { MaturityMonth } from '../contract.ts';
import styles from './months-chart.module.css';
import { drawMonths, type MonthsDrawing } from './months-geometry.ts';
import colours from './parts.module.css';

interface MonthsChartProps {
  months: MaturityMonth[];
  /** The month that is looked at. */
  at: number;
  onLook: (at: number) => void;
}

const height = 220;

/** A bar a month, from left to right in every language. For the eye alone: the same is said around it in words. */
export function MonthsChart({ months, at, onLook }: MonthsChartProps) {
  const [frame, width] = useWidth();
  const drawing = useMemo(() => drawMonths(months, { width, height }), [months, width]);

  function look(event: PointerEvent<SVGSVGElement>) {
    onLook(drawing.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left));
  }
  return (
    <div ref={frame} className={styles.frame} dir="ltr" aria-hidden="true">
      {width > 0 && (
        <>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            className={styles.chart}
            onPointerMove={look}
            onPointerDown={look}
          >
            <Bars drawing={drawing} at={at} width={width} />
          </svg>
          <Levels drawing={drawing} />
          <Names drawing={drawing} months={months} at={at} />
        </>
      )}
    </div>
  );
}

function Bars({ drawing, at, width }: { drawing: MonthsDrawing; at: number; width: number }) {
  return (
    <>
      <rect
        x={drawing.place(at)}
        y={0}
        width={drawing.placeWidth}
        height={drawing.y(0)}
        rx="6"
        className={styles.looked}
      />
      {[0, ...drawing.levels].map((amount) => (
        <path key={amount} d={`M0 ${drawing.y(amount)}H${width}`} className={styles.level} />
      ))}
      {drawing.pieces.map(({ part, at: month, ...place }) => (
        <rect
          key={`${month}${part}`}
          {...place}
          data-part={part}
          data-looked={month === at || undefined}
          className={classNames(styles.piece, colours.part)}
        />
      ))}
    </>
  );
}

/** Words beside a drawing are words of the page, each in its own direction: inside the drawing Persian falls apart. */
function Levels({ drawing }: { drawing: MonthsDrawing }) {
  const format = useFormatter();
  return drawing.levels.map((amount) => (
    <span key={amount} className={styles.amount} style={{ insetBlockStart: drawing.y(amount) }}>
      <bdi>{format.number(amount, { style: 'currency', currency: 'USD', notation: 'compact' })}</bdi>
    </span>
  ));
}

function Names({ drawing, months, at }: { drawing: MonthsDrawing; months: readonly MaturityMonth[]; at: number }) {
  const formatDate = useDate();
  return drawing.named.map((month) => (
    <span
      key={month}
      className={styles.name}
      data-looked={month === at || undefined}
      style={{ insetInlineStart: drawing.place(month) + drawing.placeWidth / 2 }}
    >
      <bdi>{formatDate(months[month]?.Start ?? '', { month: 'short', year: '2-digit' })}</bdi>
    </span>
  ));
}
