import { useStill } from '#platform/web/intents/use-still.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { isOnItsWay, walletQueries } from './data.ts';

const mostShown = 3;

/** Those that were asked for before and have no end yet: how much, since when, and what each waits for. */
export function WithdrawalsUnderWay({ isSent }: { isSent: boolean }) {
  const t = useTranslations('wallet.withdraw');
  const formatUsd = useUsd();
  const gap = useGap();
  // The one that is being sent is not one of before, though it may be listed sooner than it is answered.
  const data = useStill(useQuery(walletQueries.withdrawals).data, isSent) ?? [];
  const underWay = data.filter(isOnItsWay);
  const more = underWay.length - mostShown;
  return (
    <>
      {underWay.slice(0, mostShown).map((withdrawal) => (
        <Notice key={withdrawal.Id}>
          {t.rich('underWay', {
            amount: formatUsd(withdrawal.Amount),
            time: () => <DateTime value={withdrawal.Date} show="minute" />,
          })}
          {gap}
          {withdrawal.Notes}
        </Notice>
      ))}
      {more > 0 && <Notice>{t('moreUnderWay', { count: more })}</Notice>}
    </>
  );
}
