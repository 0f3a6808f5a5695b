import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { missingOf, remainderOf } from '#money/web/remainder.ts';
import { Shortfall } from '#money/web/shortfall.tsx';

interface MoveOutcomeProps {
  move: 'deposit' | 'withdraw';
  /** USD; null until an amount is chosen. */
  dollars: number | null;
  /** What is available at the source, USD; undefined until loaded. */
  source: number | undefined;
}

/** What leaves and what arrives when money moves to or from the bot's wallet: immediately, and in full. */
export function MoveOutcome({ move, dollars, source }: MoveOutcomeProps) {
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
      <Shortfall have={source} dollars={dollars} from={move === 'deposit' ? 'balance' : 'wallet'} />
    </>
  );
}
