import { useTranslations } from 'use-intl';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useAddressFilter } from '#platform/web/address-filter.ts';
import type { ApprovalStep } from '#platform/web/intents/use-approval.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { NothingFound } from '#platform/web/ui/nothing-found.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconPlus } from '#platform/web/ui/icons-action.tsx';
import { IconStake } from '#platform/web/ui/icons-navigation.tsx';
import { MoreRows } from '#platform/web/ui/more-rows.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import { SetAside } from '#positions/web/later-set-aside.tsx';
import type { Stake } from '../contract.ts';
import { FilterBar } from './filter-bar.tsx';
import { stakesList } from './list-query.ts';
import { everything, isChanged, isNarrow, readFilter } from './stake-filter.ts';
import { StakeTable } from './stake-table.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

const CancelStakeDialog = later(
  part(() => import('./cancel-stake-dialog.tsx')),
  'CancelStakeDialog',
  FailedDialog,
);

/** So many are seen at a glance, without a filter. */
const fewStakes = 3;

export function StakesPage({ ApprovalStep }: { ApprovalStep: ApprovalStep }) {
  const t = useTranslations('stakes');
  const { filter, change, clear } = useAddressFilter(readFilter, everything);
  const { query, rows: stakes } = useLongList(stakesList(filter));
  const cancel = useDialogAddress('cancel-stake');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card title={t('list.title')} action={<Link to="/maturities">{t('list.when')}</Link>}>
        {(isChanged(filter) || (stakes?.length ?? 0) > fewStakes) && <FilterBar filter={filter} onChange={change} />}
        <QueryView
          query={withData(query, stakes)}
          waiting={<SkeletonRows />}
          isEmpty={(rows) => rows.length === 0}
          empty={
            isNarrow(filter) ? (
              <NothingFound
                icon={<IconStake size={24} />}
                text={t('filters.nothing')}
                label={t('filters.clear')}
                onClear={clear}
              />
            ) : (
              <NoStakes />
            )
          }
        >
          {(rows) => <StakeTable stakes={rows} onCancel={cancel.open} />}
        </QueryView>
        <MoreRows query={query}>{t('list.more')}</MoreRows>
        {!!stakes?.length && <SetAside product="stake" />}
      </Card>
      {cancel.isOpen && (
        <Cancel
          stake={stakes?.find(({ Id }) => Id === cancel.subject)}
          onClose={cancel.close}
          ApprovalStep={ApprovalStep}
        />
      )}
    </>
  );
}

interface CancelProps {
  stake: Stake | undefined;
  onClose: () => void;
  ApprovalStep: ApprovalStep;
}

function Cancel({ stake, ...props }: CancelProps) {
  if (!stake) return null;
  return (
    <Suspense fallback={null}>
      <CancelStakeDialog stake={stake} {...props} />
    </Suspense>
  );
}

function NoStakes() {
  const t = useTranslations('stakes');
  const newStake = useDialogAddress('new-stake');
  return (
    <EmptyState
      icon={<IconStake size={24} />}
      text={t('list.empty')}
      action={
        <Button kind="primary" icon={<IconPlus />} onClick={() => newStake.open()}>
          {t('newStake.title')}
        </Button>
      }
    />
  );
}
