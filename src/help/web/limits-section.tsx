import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Figures } from './data.ts';
import { Section } from './section.tsx';
import { useTimes } from './use-times.ts';

/** Minimums and maximums, as far as they concern a customer. */
export function LimitsSection({ catalog, help: { Withdrawal } }: Figures) {
  const t = useTranslations('helpPage.limits');
  const { hours } = useTimes();
  return (
    <Section topic="limits">
      <Facts>
        <Fact label={t('minimum')}>
          <Amount value={catalog.Minimums.Deposit} />
        </Fact>
        <Fact label={t('automatic', { time: hours(Withdrawal.LimitHours) })}>
          <Amount value={Withdrawal.Limit} />
        </Fact>
      </Facts>
      <p>{t('review')}</p>
      <p>{t('changes', { time: hours(Withdrawal.ChangeHours) })}</p>
      <p>{t('house')}</p>
      <p>{t.rich('amounts', { link: (words) => <Link to="#products">{words}</Link> })}</p>
    </Section>
  );
}
