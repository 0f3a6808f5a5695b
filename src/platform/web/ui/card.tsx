import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import styles from './card.module.css';

interface CardProps {
  title: string;
  /** Opposite the title: a link, a button. */
  action?: ReactNode;
  /** The same, for the screen that shows all of it: where it is, and its words, which the title completes for who hears them alone. */
  all?: readonly [to: string, says: string];
  children: ReactNode;
}

/** A titled section of a page. */
export function Card({ title, action, all, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
        {all && (
          <Link to={all[0]} id={`${id}-all`} aria-labelledby={`${id}-all ${id}`}>
            {all[1]}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
