import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './more-rows.module.css';

interface MoreRowsProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The button's label. */
  children: ReactNode;
}

/** Loads the next page of a list at the press of a button, while there is one. */
export function MoreRows({ query, children }: MoreRowsProps) {
  if (!query.hasNextPage) return null;
  return (
    <p className={styles.more}>
      <Button onClick={() => void query.fetchNextPage()} isWorking={query.isFetchingNextPage}>
        {children}
      </Button>
    </p>
  );
}
