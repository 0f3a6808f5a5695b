import type { ReactNode } from 'react';
import { IconChevronDown } from '#platform/web/ui/icons-navigation.tsx';
import styles from './fold.module.css';

interface FoldProps {
  /** The anchor it is linked to by. */
  id: string;
  summary: string;
  children: ReactNode;
}

/** Collapsed but still in the page: the browser's own search finds it, a link opens it, and it prints expanded. */
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
