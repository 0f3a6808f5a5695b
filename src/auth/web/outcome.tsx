import { type ReactNode, useEffect, useRef } from 'react';
import styles from './getting-in-form.module.css';

interface OutcomeProps {
  title: string;
  /** Explains the outcome, and what to do if it was not the one wanted. */
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** The outcome, shown in place of the form. The focus moves to it, for keyboards and screen readers. */
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
