import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { missingOf, remainderOf } from '#money/web/remainder.ts';

interface MoveOutcomeProps {
  move: 'deposit' | 'withdraw';
  /** USD; null until an amount is chosen. */
  dollars: number | null;
  /** What is available at the source, USD; undefined until loaded. */
  source: number | undefined;
  /** Shown if the source has too little. */
  short: (source: number, missing: string) => ReactNode;
}

/** What leaves and what arrives when money moves to or from the bot's wallet: immediately, and in full. */
export function MoveOutcome({ move, dollars, source, short }: MoveOutcomeProps) {
  const t = useTranslations(`primezord.${move}`);
  if (dollars === null) return null;
  const missing = source === undefined ? null : missingOf(source, dollars);
  return (
    <>
      <Facts>
        <Fact label={t('leaves')}>
          <Amount value={dollars} />
        </Fact>
        <Fact label={t('fee')}>{t('noFee')}</Fact>
        {source !== undefined && missing === null && (
          <Fact label={t('after')}>
            <Amount value={remainderOf(source, dollars)} />
          </Fact>
        )}
        <Fact label={t('arrives')} isResult>
          <Amount value={dollars} />
        </Fact>
      </Facts>
      {source !== undefined && missing !== null && short(source, missing)}
    </>
  );
}
