import styles from './chart-cursor.module.css';

/** Marks the selected point: a line up from the base, and a dot on the curve. */
export function ChartCursor({ x, y, base }: { x: number; y: number; base: number }) {
  return (
    <g className={styles.looked}>
      <path d={`M${x} ${y}V${base}`} />
      <circle cx={x} cy={y} r="5" />
    </g>
  );
}
