import { useMemo } from 'react';
import { ChartCursor } from '#platform/web/chart/chart-cursor.tsx';
import { ChartFrame, LevelLines } from '#platform/web/chart/chart-frame.tsx';
import { ChartName } from '#platform/web/chart/chart-name.tsx';
import { useDayName } from '#platform/web/chart/use-day-name.ts';
import { useWidth } from '#platform/web/ui/use-width.ts';
import type { RecordPoint } from '../record-contract.ts';
import styles from './record-chart.module.css';
import { drawRecord } from './record-geometry.ts';
import { useSignedPercent } from './use-signed-percent.ts';

/** In px at the standard text size. */
const height = 148;

interface RecordChartProps {
  series: readonly RecordPoint[];
  /** The index of the selected day. */
  at: number;
  onLook: (at: number) => void;
}

/** Charts the level of an amount invested at the beginning, day by day. */
export function RecordChart({ series, at, onLook }: RecordChartProps) {
  const [frame, width, letters] = useWidth();
  const signed = useSignedPercent();
  const drawing = useMemo(
    () => drawRecord(series, { width, height: height * letters, letters }),
    [series, width, letters],
  );
  const dayName = useDayName(series.at(-1)?.Date ?? '');
  const looked = series[at]?.Result ?? 0;
  const last = series.length - 1;
  return (
    <ChartFrame
      ref={frame}
      width={width}
      height={height}
      letters={letters}
      drawing={drawing}
      onLook={onLook}
      onLeave={() => onLook(last)}
      writeLevel={signed}
      names={[0, last].map((day) => (
        <ChartName
          key={day}
          x={drawing.x(day)}
          edge={day === 0 ? 'first' : 'last'}
          text={dayName(series[day]?.Date ?? '')}
        />
      ))}
    >
      <LevelLines drawing={drawing} width={width} />
      <path d={drawing.ground} className={styles.ground} />
      <path d={drawing.path} className={styles.path} />
      <ChartCursor x={drawing.x(at)} y={drawing.y(looked)} base={drawing.y(0)} />
    </ChartFrame>
  );
}
