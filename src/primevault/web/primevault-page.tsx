import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { useAddressFilter } from '#platform/web/address-filter.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { NothingFound } from '#platform/web/ui/nothing-found.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconPlus } from '#platform/web/ui/icons-action.tsx';
import { IconVault } from '#platform/web/ui/icons-navigation.tsx';
import { MoreRows } from '#platform/web/ui/more-rows.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import { SetAside } from '#positions/web/later-set-aside.tsx';
import { primevaultQueries } from './data.ts';
import { FilterBar } from './filter-bar.tsx';
import { everything, isNarrow, readFilter } from './investment-filter.ts';
import { InvestmentTable } from './investment-table.tsx';

export function PrimevaultPage() {
  const t = useTranslations('primevault');
  const { filter, change, clear } = useAddressFilter(readFilter, everything);
  const { query, rows: investments } = useLongList(primevaultQueries.list(filter));
  const hasFilter = isNarrow(filter);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<NewInvestmentButton />} />
      <Card title={t('list.title')}>
        <FilterBar filter={filter} onChange={change} />
        <QueryView
          query={withData(query, investments)}
          waiting={<SkeletonRows />}
          isEmpty={(rows) => rows.length === 0}
          empty={
            hasFilter ? (
              <NothingFound
                icon={<IconVault size={24} />}
                text={t('filters.nothing')}
                label={t('filters.clear')}
                onClear={clear}
              />
            ) : (
              <NoInvestments />
            )
          }
        >
          {(rows) => <InvestmentTable investments={rows} />}
        </QueryView>
        <MoreRows query={query}>{t('list.more')}</MoreRows>
        {!!investments?.length && <SetAside product="primevault" />}
      </Card>
    </>
  );
}

function NewInvestmentButton() {
  const t = useTranslations('primevault.new');
  const dialog = useDialogAddress('vault-investment');
  return (
    <Button kind="primary" icon={<IconPlus />} onClick={() => dialog.open()}>
      {t('title')}
    </Button>
  );
}

function NoInvestments() {
  const t = useTranslations('primevault.list');
  return <EmptyState icon={<IconVault size={24} />} text={t('empty')} />;
}
