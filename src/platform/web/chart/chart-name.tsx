import styles from './chart-frame.module.css';

interface ChartNameProps {
  /** px from the left of the frame. */
  x: number;
  text: string;
  /** The first and the last label stay within the frame. */
  edge?: 'first' | 'last' | undefined;
  isAtCursor?: boolean;
}

/** The label of a day or a month below the chart. */
export function ChartName({ x, text, edge, isAtCursor }: ChartNameProps) {
  return (
    <span
      className={styles.name}
      data-edge={edge}
      data-looked={isAtCursor || undefined}
      style={{ insetInlineStart: x }}
    >
      <bdi translate="no">{text}</bdi>
    </span>
  );
}
