import type { ReactNode } from 'react';
import styles from './scrubbed.module.css';

interface ScrubberProps {
  /** What is chosen with it. */
  label: string;
  /** How many places there are, and which is looked at. */
  count: number;
  at: number;
  /** That place in a sentence. */
  said: string;
  onLook: (at: number) => void;
}

/** A drawing with its control laid over it unseen: from place to place with the arrow keys, and read out. */
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
