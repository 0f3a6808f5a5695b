import type { ReactNode } from 'react';
import type { Shown } from './count.tsx';
import styles from './facts.module.css';

/** What will happen, line by line: a name, and a figure at the end. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  label: ReactNode;
  /** The line that sums up the list. */
  isResult?: boolean;
  children: Shown;
}

export function Fact({ label, isResult, children }: FactProps) {
  return (
    <div className={styles.fact} data-result={isResult || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
