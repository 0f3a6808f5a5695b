import { useTranslations } from 'use-intl';
import {
  confirmDays,
  idleMinutes,
  keptIdleDays,
  keptSessionDays,
  resetMinutes,
  sessionMinutes,
} from '#auth/contract.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Section } from './section.tsx';
import { useTimes } from './use-times.ts';

/** How long things take: a fixed time where there is one, otherwise whom it waits for. */
export function TimesSection() {
  const t = useTranslations('helpPage.times');
  const { days, minutes } = useTimes();
  return (
    <Section topic="times">
      <Facts>
        <Fact label={t('bring')}>{t('confirmed')}</Fact>
        <Fact label={t('withdraw')}>{t('confirmed')}</Fact>
        <Fact label={t('approved')}>{t('afterApproval')}</Fact>
        <Fact label={t('matures')}>{t('byItself')}</Fact>
        <Fact label={t('session')}>
          {t('sessionOf', { time: minutes(sessionMinutes), idle: minutes(idleMinutes) })}
        </Fact>
        <Fact label={t('kept')}>{t('sessionOf', { time: days(keptSessionDays), idle: days(keptIdleDays) })}</Fact>
        <Fact label={t('resetLink')}>{t('validFor', { time: minutes(resetMinutes) })}</Fact>
        <Fact label={t('confirmLink')}>{t('validFor', { time: days(confirmDays) })}</Fact>
      </Facts>
    </Section>
  );
}
