import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { useStill } from '#platform/web/intents/use-still.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import type { PayoutProduct } from '../contract.ts';
import type { TradingRecord } from '../record-contract.ts';
import { recordQueries } from './data.ts';
import { RecordFigure } from './record-figure.tsx';
import { RecordFigures } from './record-figures.tsx';
import { RecordOperations } from './record-operations.tsx';
import styles from './record.module.css';

interface RecordProps {
  product: PayoutProduct;
  /** The figures on screen were confirmed and stay unchanged until the answer. */
  isStill?: boolean;
}

/** A product's record as one of the cards on a page. */
export function TitledRecord({ product, isStill = false }: RecordProps) {
  const t = useTranslations('payouts.record');
  return (
    <Card title={t('title')}>
      <Record product={product} isStill={isStill} />
    </Card>
  );
}

/** The same in a dialog, before its confirm. */
export function RecordSection({ product, isStill = false }: RecordProps) {
  const t = useTranslations('payouts.record');
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t('title')}
      </h3>
      <Record product={product} isStill={isStill} />
    </section>
  );
}

/** How the desk's operations would have changed an amount, shown before the customer invests one (G3). */
function Record({ product, isStill = false }: RecordProps) {
  const t = useTranslations('payouts.record');
  const query = useQuery(recordQueries.of(product));
  const data = useStill(query.data, isStill);
  return (
    <QueryView
      query={withData(query, data)}
      waiting={<SkeletonRows rows={3} />}
      isEmpty={({ Since }) => Since === null}
      empty={<EmptyState icon={<IconOperations size={24} />} text={t('none')} />}
    >
      {(record) => <Known record={record} />}
    </QueryView>
  );
}

function Known({ record }: { record: TradingRecord }) {
  const t = useTranslations('payouts.record');
  return (
    <div className={styles.record}>
      {record.Sandbox && <Notice>{t('sandbox')}</Notice>}
      <RecordFigures record={record} />
      <RecordFigure series={record.Series} />
      <RecordOperations product={record.Product} />
      <p className={styles.note}>{t('note')}</p>
    </div>
  );
}
