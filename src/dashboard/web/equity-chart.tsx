import { type PointerEvent, useMemo } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import type { EquityPoint } from '../contract.ts';
import styles from './equity-chart.module.css';
import { EquityDays, EquityLevels } from './equity-labels.tsx';
import { drawEquity, type EquityDrawing } from './equity-geometry.ts';
import colours from './parts.module.css';
import { useWidth } from '#platform/web/ui/use-width.ts';

interface EquityChartProps {
  series: EquityPoint[];
  /** The day that is looked at. */
  at: number;
  onLook: (at: number) => void;
}

const height = 240;

/**
 * Balance below, each product upon it, the total as the line on top. Time runs from left to right in every language. Pointing
 * at a day looks at it; leaving goes back to the last one. For the eye alone: the same is said around it in words.
 */
export function EquityChart({ series, at, onLook }: EquityChartProps) {
  const [frame, width] = useWidth();
  const drawing = useMemo(() => drawEquity(series, { width, height }), [series, width]);

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
            onPointerLeave={() => onLook(series.length - 1)}
          >
            <Shapes drawing={drawing} width={width} />
            <Looked x={drawing.x(at)} y={drawing.y(series[at]?.Total ?? 0)} base={drawing.y(0)} />
          </svg>
          <EquityLevels drawing={drawing} />
          <EquityDays drawing={drawing} series={series} />
        </>
      )}
    </div>
  );
}

function Shapes({ drawing, width }: { drawing: EquityDrawing; width: number }) {
  return (
    <>
      {[0, ...drawing.levels].map((amount) => (
        <path key={amount} d={`M0 ${drawing.y(amount)}H${width}`} className={styles.level} />
      ))}
      {drawing.areas.map(({ part, path }) => (
        <path key={part} d={path} className={classNames(styles.area, colours.part)} data-part={part} />
      ))}
      <path d={drawing.total} className={styles.total} />
    </>
  );
}

function Looked({ x, y, base }: { x: number; y: number; base: number }) {
  return (
    <g className={styles.looked}>
      <path d={`M${x} ${y}V${base}`} />
      <circle cx={x} cy={y} r="5" />
    </g>
  );
}
