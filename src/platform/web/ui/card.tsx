import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  title: string;
  /** Opposite the title: a link to the whole list, a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page. */
export function Card({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
