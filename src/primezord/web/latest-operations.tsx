import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Operation } from '#payouts/contract.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { primezordQueries } from './data.ts';
import { OperationTable } from './operation-table.tsx';

/** The bot's latest operations with the customer's money; all of them are on the operations screen. */
export function LatestOperations() {
  const t = useTranslations('primezord.operations');
  const query = useQuery(primezordQueries.latestOperations);
  return (
    <Card title={t('title')} all={['/operations', t('all')]}>
      <QueryView
        query={query}
        waiting={<SkeletonRows />}
        isEmpty={(operations) => operations.length === 0}
        empty={<EmptyState icon={<IconOperations size={24} />} text={t('empty')} />}
      >
        {(operations) => <Operations operations={operations} />}
      </QueryView>
    </Card>
  );
}

function Operations({ operations }: { operations: readonly Operation[] }) {
  const t = useTranslations('primezord.operations');
  return (
    <>
      {operations.some(({ Source }) => Source === 'sandbox') && <Notice>{t('sandboxNote')}</Notice>}
      <OperationTable operations={operations} />
    </>
  );
}
