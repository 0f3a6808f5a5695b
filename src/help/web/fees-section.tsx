import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Figures } from './data.ts';
import { Section } from './section.tsx';

/** What costs a fee, and what does not. */
export function FeesSection({ catalog: { Fees, Stake, Primezord } }: Pick<Figures, 'catalog'>) {
  const t = useTranslations('helpPage.fees');
  const percent = usePercent();
  const usd = useUsd();
  const part = (fee: number): string => (fee > 0 ? t('ofAmount', { percent: percent(fee) }) : t('free'));
  return (
    <Section topic="fees">
      <Facts>
        <Fact label={t('bring')}>{part(Fees.Deposit)}</Fact>
        <Fact label={t('withdrawBrl')}>{part(Fees.WithdrawBrl)}</Fact>
        <Fact label={t('withdrawUsdt')}>{part(Fees.WithdrawUsdt)}</Fact>
        <Fact label={t('cancelStake')}>{t('cancelCost', { percent: percent(Stake.CancelFee) })}</Fact>
        <Fact label={t('primezord')}>{t('once', { amount: usd(Primezord.EntryFee) })}</Fact>
        <Fact label={t('others')}>{t('free')}</Fact>
        {Stake.TaxRate !== undefined && (
          <Fact label={t('tax')}>{t('ofProfit', { percent: percent(Stake.TaxRate) })}</Fact>
        )}
      </Facts>
    </Section>
  );
}
