import { useTranslations } from 'use-intl';
import { toJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { useExactUsd } from '#money/web/exact-usd.tsx';
import { SupportLink } from '#platform/web/support/support-link.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Verdict } from './use-verdict.ts';
import styles from './verdict-card.module.css';

const tones = {
  counting: 'running',
  paused: 'neutral',
  failed: 'neutral',
  equal: 'good',
  different: 'bad',
} as const;

interface VerdictCardProps {
  verdict: Verdict;
  at: string;
  /** The reference to give to support. */
  reference: string;
}

/** The figure as its screen shows it, in large type, and whether its evidence adds up to the same. */
export function VerdictCard({ verdict, at, reference }: VerdictCardProps) {
  const t = useTranslations('explanations');
  return (
    <section className={styles.card} aria-label={t('sum.shown')}>
      <p className={styles.figure}>
        <Amount value={toJsonNumber(verdict.shown)} />
      </p>
      <p className={styles.at}>{t.rich('asOf', { date: () => <DateTime value={at} show="minute" /> })}</p>
      <div className={styles.verdict} role="status" data-state={verdict.state}>
        <StatusBadge tone={tones[verdict.state]}>{t(`verdict.${verdict.state}`)}</StatusBadge>
        <p>
          <Words verdict={verdict} />
        </p>
      </div>
      <Actions verdict={verdict} reference={reference} />
    </section>
  );
}

function Words({ verdict: { state, count, sum, value, difference } }: { verdict: Verdict }) {
  const t = useTranslations('explanations.verdict');
  const format = useExactUsd();
  if (state === 'failed') return t('failedText');
  if (state !== 'different') return t(`${state}Text`, { count });
  return t('differentText', {
    sum: format(sum),
    value: format(value),
    difference: format(difference, 'exceptZero'),
  });
}

function Actions({ verdict, reference }: { verdict: Verdict; reference: string }) {
  const t = useTranslations('explanations.verdict');
  const { state } = verdict;
  if (state === 'counting') return null;
  return (
    <div className={styles.actions}>
      {state === 'different' && (
        <SupportLink about={reference} look="primary">
          {t('report')}
        </SupportLink>
      )}
      {state === 'paused' || state === 'failed' ? (
        <Button kind="primary" onClick={verdict.goOn}>
          {t('goOn')}
        </Button>
      ) : (
        <Button onClick={verdict.again} isWorking={verdict.isReadAgain}>
          {t('again')}
        </Button>
      )}
    </div>
  );
}
