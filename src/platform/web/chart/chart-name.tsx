import styles from './chart-frame.module.css';

interface ChartNameProps {
  /** px from the left of the frame. */
  x: number;
  text: string;
  /** The first and the last keep within the frame. */
  edge?: 'first' | 'last' | undefined;
  isAtCursor?: boolean;
}

/** A day or a month, named below the drawing. */
export function ChartName({ x, text, edge, isAtCursor }: ChartNameProps) {
  return (
    <span
      className={styles.name}
      data-edge={edge}
      data-looked={isAtCursor || undefined}
      style={{ insetInlineStart: x }}
    >
      <bdi>{text}</bdi>
    </span>
  );
}
