import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconPlus } from '#platform/web/ui/icons-action.tsx';
import { IconCopies } from '#platform/web/ui/icons-navigation.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { MoreRows } from '#platform/web/ui/more-rows.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import { copytradeQueries } from './data.ts';
import { OpeningAlert } from './opening-alert.tsx';
import { RecordCard } from '#payouts/web/record-card.tsx';
import { TradedTable } from '#positions/web/traded-table.tsx';

export function CopytradePage() {
  const t = useTranslations('copytrade');
  const { data: offer, isPending } = useQuery(copytradeQueries.offer);
  const { query, rows: licences } = useLongList(copytradeQueries.all);
  // Without licences the empty list offers the first one, so the header does not repeat the button.
  const isOffered = offer?.Open && licences !== undefined && licences.length > 0;
  // The notice that registrations are closed is above the list, so one skeleton is shown until both are known and nothing shifts.
  const isWaiting = isPending || query.isPending;
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={isOffered && <NewLicenceButton />} />
      {!isWaiting && offer?.Open === false && (
        <Notice tone="caution" action={<OpeningAlert />}>
          {t('closed')}
        </Notice>
      )}
      <Card key={isWaiting ? 'waiting' : 'known'} title={t('list.title')}>
        <QueryView
          query={withData(query, isWaiting ? undefined : licences)}
          waiting={<SkeletonRows />}
          isEmpty={(rows) => rows.length === 0}
          empty={<NoLicences isOpen={offer?.Open ?? false} />}
        >
          {(rows) => <TradedTable product="copytrade" positions={rows} />}
        </QueryView>
        <MoreRows query={query}>{t('list.more')}</MoreRows>
      </Card>
      <div hidden={isWaiting}>
        <RecordCard product="copytrade" />
      </div>
    </>
  );
}

function NewLicenceButton() {
  const t = useTranslations('copytrade.new');
  const dialog = useDialogAddress('new-copy');
  return (
    <Button kind="primary" icon={<IconPlus />} onClick={() => dialog.open()}>
      {t('title')}
    </Button>
  );
}

function NoLicences({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('copytrade.list');
  return <EmptyState icon={<IconCopies size={24} />} text={t('empty')} action={isOpen && <NewLicenceButton />} />;
}
