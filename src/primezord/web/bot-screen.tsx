import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { RecordCard } from '#payouts/web/record-card.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { useLongList } from '#platform/web/use-long-list.ts';
import { BotDialogs } from './bot-dialogs.tsx';
import { BotWalletCard } from './bot-wallet-card.tsx';
import { primezordQueries } from './data.ts';
import { InvestmentsCard } from './investments-card.tsx';
import { LatestOperations } from './latest-operations.tsx';

/**
 * How much the bot holds, what it is doing with it, its latest operations, and its record. How tall a part becomes is known with its answer
 * or failure, so what is below it appears only then, and nothing moves while the screen loads. All are asked for at once.
 */
export function BotScreen({ balance }: { balance: number }) {
  const t = useTranslations('primezord');
  const wallet = useQuery(primezordQueries.wallet);
  const investments = useLongList(primezordQueries.investments);
  const operations = useQuery(primezordQueries.latestOperations);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <BotWalletCard query={wallet} />
      <div hidden={wallet.isPending}>
        <InvestmentsCard list={investments} available={wallet.data?.Available} />
      </div>
      <div hidden={wallet.isPending || investments.query.isPending}>
        <LatestOperations />
      </div>
      <div hidden={wallet.isPending || investments.query.isPending || operations.isPending}>
        <RecordCard product="primezord" />
      </div>
      <BotDialogs balance={balance} available={wallet.data?.Available} />
    </>
  );
}
