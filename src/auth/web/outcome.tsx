import { type ReactNode, useEffect, useRef } from 'react';
import styles from './getting-in-form.module.css';

interface OutcomeProps {
  title: string;
  /** What it means, and what to do when that is not what was wanted. */
  children: ReactNode;
  /** The way on. */
  action?: ReactNode;
}

/** How it ended, in place of the form. The keyboard and the screen reader are led to it. */
export function Outcome({ title, children, action }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.form}>
      <h1 ref={heading} tabIndex={-1} className={styles.outcome}>
        {title}
      </h1>
      {children}
      {action}
    </section>
  );
}
