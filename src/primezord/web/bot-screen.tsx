import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { RecordCard } from '#payouts/web/record-card.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { BotDialogs } from './bot-dialogs.tsx';
import { BotWalletCard } from './bot-wallet-card.tsx';
import { primezordQueries } from './data.ts';
import { InvestmentsCard } from './investments-card.tsx';
import { LatestOperations } from './latest-operations.tsx';

/** How much the bot holds, what it is doing with it, and its latest operations. */
export function BotScreen({ balance }: { balance: number }) {
  const t = useTranslations('primezord');
  const wallet = useQuery(primezordQueries.wallet);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <BotWalletCard query={wallet} />
      <InvestmentsCard available={wallet.data?.Available} />
      <RecordCard product="primezord" />
      <LatestOperations />
      <BotDialogs balance={balance} available={wallet.data?.Available} />
    </>
  );
}
