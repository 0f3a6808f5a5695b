import { type ReactNode, useState } from 'react';
import styles from './disclosure.module.css';
import { IconChevronDown } from './icons-navigation.tsx';

/** Collapsible content: what a figure is made of, the table behind a chart, the terms. Rendered when first opened. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className={styles.disclosure} onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary className={styles.summary}>
        {summary}
        <IconChevronDown size={16} />
      </summary>
      <div className={styles.content}>{wasOpened && children}</div>
    </details>
  );
}
