import type { ReactNode } from 'react';
import { IconChevronDown } from '#platform/web/ui/icons-navigation.tsx';
import styles from './fold.module.css';

interface FoldProps {
  /** Under which it is linked to. */
  id: string;
  summary: string;
  children: ReactNode;
}

/** Folded, but in the page: the browser's own search finds it, an address opens it, and on paper it is open. */
export function Fold({ id, summary, children }: FoldProps) {
  return (
    <details id={id} className={styles.fold}>
      <summary className={styles.summary}>
        <span>{summary}</span>
        <IconChevronDown size={16} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
