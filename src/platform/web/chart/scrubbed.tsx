import type { ReactNode } from 'react';
import styles from './scrubbed.module.css';

interface ScrubberProps {
  /** Names what the control selects. */
  label: string;
  /** The number of points, and the selected one. */
  count: number;
  at: number;
  /** Describes the selected point in a sentence. */
  said: string;
  onLook: (at: number) => void;
}

/** A chart with an invisible range control on top: the arrow keys move from point to point, and screen readers announce each. */
export function Scrubbed({ children, ...scrubber }: ScrubberProps & { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      {children}
      <Scrubber {...scrubber} />
    </div>
  );
}

function Scrubber({ label, count, at, said, onLook }: ScrubberProps) {
  return (
    <input
      type="range"
      dir="ltr"
      className={styles.scrubber}
      aria-label={label}
      aria-valuetext={said}
      min={0}
      max={count - 1}
      value={at}
      onChange={(event) => onLook(Number(event.target.value))}
    />
  );
}
