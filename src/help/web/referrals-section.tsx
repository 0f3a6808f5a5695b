import { useFormatter, useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Percent, usePercent } from '#platform/web/ui/percent.tsx';
import type { Figures } from './data.ts';
import { Section } from './section.tsx';

/** What referrals earn, on what, and up to how much. */
export function ReferralsSection({ catalog: { Network } }: Pick<Figures, 'catalog'>) {
  const t = useTranslations('helpPage.referrals');
  const format = useFormatter();
  const percent = usePercent();
  const levels = format.list(Network.Residual.map((_, at) => format.number(at + 1)));
  return (
    <Section topic="referrals">
      <Facts>
        <Fact label={t('bonus')}>
          <Percent value={Network.Bonus} />
        </Fact>
        <Fact label={t('residual', { levels })}>{format.list(Network.Residual.map(percent))}</Fact>
        <Fact label={t('capDay')}>
          <Amount value={Network.BonusCapDay} />
        </Fact>
        <Fact label={t('capMonth')}>
          <Amount value={Network.BonusCapMonth} />
        </Fact>
      </Facts>
      <p>{t('rule')}</p>
    </Section>
  );
}
