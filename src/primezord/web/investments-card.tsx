import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconBot } from '#platform/web/ui/icons-navigation.tsx';
import { MoreRows } from '#platform/web/ui/more-rows.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { withData } from '#platform/web/ui/with-data.ts';
import type { LongList } from '#platform/web/use-long-list.ts';
import { TradedTable } from '#positions/web/traded-table.tsx';
import type { Investment } from '../contract.ts';

interface InvestmentsCardProps {
  list: LongList<Investment>;
  available: number | undefined;
}

/** The bot's investments, newest first (Z2). */
export function InvestmentsCard({ list: { query, rows: investments }, available }: InvestmentsCardProps) {
  const t = useTranslations('primezord.list');
  return (
    <Card title={t('title')}>
      <QueryView
        query={withData(query, investments)}
        waiting={<SkeletonRows />}
        isEmpty={(rows) => rows.length === 0}
        empty={<NoInvestments available={available} />}
      >
        {(rows) => <TradedTable product="primezord" positions={rows.map((row) => ({ ...row, Start: row.Date }))} />}
      </QueryView>
      <MoreRows query={query}>{t('more')}</MoreRows>
    </Card>
  );
}

/** Offers the first investment or, while nothing is available in the wallet, the step before it. */
function NoInvestments({ available }: { available: number | undefined }) {
  const t = useTranslations('primezord');
  const invest = useDialogAddress('bot-invest');
  const deposit = useDialogAddress('bot-deposit');
  const isFree = available !== undefined && available > 0;
  return (
    <EmptyState
      icon={<IconBot size={24} />}
      text={isFree ? t('list.empty') : t('list.emptyWallet')}
      action={
        <Button onClick={() => (isFree ? invest : deposit).open()}>
          {isFree ? t('list.first') : t('list.firstDeposit')}
        </Button>
      }
    />
  );
}
