import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { missingOf, remainderOf } from '#money/web/remainder.ts';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { useSite } from '#platform/web/site.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Shortfall } from '#money/web/shortfall.tsx';

interface LicenceSummaryProps {
  dollars: number;
  days: number;
  balance: number | undefined;
}

/** The amount that leaves the balance, the end date, the possible loss, and whether the balance suffices. Nothing is promised. */
export function LicenceSummary({ dollars, days, balance }: LicenceSummaryProps) {
  const t = useTranslations('copytrade.new');
  const { riskNote } = useSite();
  const endsAt = addDays(businessNow(), days).toISOString();
  const missing = balance === undefined ? null : missingOf(balance, dollars);
  return (
    <>
      {dollars > 0 && (
        <Facts>
          <Fact label={t('leaves')}>
            <Amount value={dollars} />
          </Fact>
          <Fact label={t('ends')}>
            <DateTime value={endsAt} />
          </Fact>
          {balance !== undefined && missing === null && (
            <Fact label={t('after')}>
              <Amount value={remainderOf(balance, dollars)} />
            </Fact>
          )}
        </Facts>
      )}
      <Shortfall have={balance} dollars={dollars} />
      <Notice>{riskNote ? `${t('risk')} ${riskNote}` : t('risk')}</Notice>
    </>
  );
}
