import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What will happen, line by line: a name, and a figure at the end of the line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  label: ReactNode;
  /** What the whole list comes down to. */
  isResult?: boolean;
  children: ReactNode;
}

export function Fact({ label, isResult, children }: FactProps) {
  return (
    <div className={styles.fact} data-result={isResult || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
