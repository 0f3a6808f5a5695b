import type { ReactNode } from 'react';
import { useEffect } from 'react';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** The browser's tab, when it says something shorter than the title. */
  tab?: string;
  lead?: ReactNode;
  /** The page's one main action. */
  action?: ReactNode;
}

/** The page's name, also that of the browser's tab, and what can be done here. */
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
