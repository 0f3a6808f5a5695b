import type { ReactNode } from 'react';
import { useEffect } from 'react';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** The title of the browser tab, if shorter than the page's. */
  tab?: string;
  lead?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

/** The page's title, also of the browser tab, and its actions. */
export function PageHeader({ title, tab = title, lead, action }: PageHeaderProps) {
  useEffect(() => {
    const site = document.title.split(' · ').at(-1);
    document.title = `${tab} · ${site}`;
  }, [tab]);
  return (
    <header className={styles.header}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {action}
    </header>
  );
}
