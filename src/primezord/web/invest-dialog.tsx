import { useStill } from '#platform/web/intents/use-still.ts';
import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { RecordPart } from '#payouts/web/record-card.tsx';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useInvestWithBot } from './moves.ts';
import { Risk } from './intro-step.tsx';
import { missingOf, remainderOf } from '#money/web/remainder.ts';
import { useBring, useResumed } from '#money/web/unpaid-choice.ts';
import { Shortfall } from '#money/web/shortfall.tsx';

/** Locks what is available in the wallet for the term, and explains the possible results before the confirm. */
export function InvestDialog({ onClose, available: present }: BotDialogProps) {
  const t = useTranslations('primezord.invest');
  const amounts = useTranslations('money');
  const deposit = useTranslations('primezord.deposit');
  const bring = useBring('bot-invest', 'bot-deposit');
  const resumed = useResumed<number>('bot-invest');
  const investing = useInvestWithBot();
  const available = useStill(present, investing.isPending);
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      source={available}
      onClose={onClose}
      first={() => resumed}
      blockOf={(dollars) => {
        if (dollars === 0) return { says: amounts('choose') };
        const missing = available === undefined ? null : missingOf(available, dollars);
        return missing === null ? null : { says: deposit('title'), mend: () => bring(missing, dollars) };
      }}
      summary={(dollars, { Days }) => (
        <>
          {dollars !== null && <Outcome dollars={dollars} days={Days} available={available} />}
          <RecordPart product="primezord" isStill={investing.isPending} />
          <Risk />
        </>
      )}
      confirm={(amount) => t('confirm', { amount })}
      move={investing}
    />
  );
}

interface OutcomeProps {
  dollars: number;
  days: number;
  available: number | undefined;
}

function Outcome({ dollars, days, available }: OutcomeProps) {
  const t = useTranslations('primezord.invest');
  const missing = available === undefined ? null : missingOf(available, dollars);
  return (
    <>
      <Facts>
        <Fact label={t('leaves')}>
          <Amount value={dollars} />
        </Fact>
        <Fact label={t('blocked')}>{t('days', { days })}</Fact>
        {available !== undefined && missing === null && (
          <Fact label={t('after')}>
            <Amount value={remainderOf(available, dollars)} />
          </Fact>
        )}
        <Fact label={t('returns')} isResult>
          <DateTime value={addDays(businessNow(), days).toISOString()} />
        </Fact>
      </Facts>
      <Shortfall have={available} dollars={dollars} from="wallet" />
    </>
  );
}
