import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { walletQueries } from '#wallet/web/data.ts';
import { useRate } from '#wallet/web/use-settled.ts';
import type { Figures } from './data.ts';
import { Section } from './section.tsx';
import { useTimes } from './use-times.ts';

/** The price of a dollar in reais now, and the rule it follows. */
export function RatesSection({ help }: Pick<Figures, 'help'>) {
  const t = useTranslations('helpPage.rates');
  const { minutes } = useTimes();
  const formatRate = useRate();
  const rate = useQuery(walletQueries.rates).data?.Usdbrl;
  const say = (brl: number): string => (brl > 0 ? t('perUsd', { rate: formatRate(brl) }) : t('none'));
  return (
    <Section topic="rates">
      <p>{t('rule')}</p>
      <p>{t('age', { time: minutes(help.Rate.MaxAgeMinutes) })}</p>
      {rate && (
        <Facts>
          <Fact label={t('bringNow')}>{say(rate.High)}</Fact>
          <Fact label={t('withdrawNow')}>{say(rate.Low)}</Fact>
        </Facts>
      )}
    </Section>
  );
}
