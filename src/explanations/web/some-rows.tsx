import { useFormatter, useTranslations } from 'use-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import styles from './explanation-page.module.css';

const step = 50;

interface SomeRowsProps<Row> {
  rows: readonly Row[];
  isWaiting: boolean;
  /** Text shown when there are no rows. */
  empty: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** All rows have been added up, but the page shows only as many as anybody reads at a time, and more on request. */
export function SomeRows<Row>({ rows, isWaiting, empty, children }: SomeRowsProps<Row>) {
  const t = useTranslations('explanations.postings');
  const format = useFormatter();
  const [shown, setShown] = useState(step);
  if (isWaiting) return <SkeletonRows />;
  if (rows.length === 0) return <EmptyState text={empty} />;
  return (
    <>
      {children(rows.slice(0, shown))}
      {rows.length > shown && (
        <p className={styles.more}>
          <span>{t('shown', { shown: format.number(shown), all: format.number(rows.length) })}</span>
          <Button onClick={() => setShown(shown + step)}>{t('more')}</Button>
        </p>
      )}
    </>
  );
}
