import { useStill } from '#platform/web/intents/use-still.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { useUsd } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { walletQueries } from './data.ts';
import { isOnItsWay } from './latest-deposits.ts';

const mostShown = 3;

/** Earlier withdrawals that have not ended yet: the amount, the time of the request and what each is waiting for. */
export function WithdrawalsUnderWay({ isSent }: { isSent: boolean }) {
  const t = useTranslations('wallet.withdraw');
  const formatUsd = useUsd();
  const gap = useGap();
  // Excludes the withdrawal being sent, which may be listed before its request is answered.
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
