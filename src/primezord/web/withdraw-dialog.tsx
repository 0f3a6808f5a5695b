import { useStill } from '#platform/web/intents/use-still.ts';
import { useTranslations } from 'use-intl';
import { fromJsonNumber, toJsonNumber } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { useUsd } from '#money/web/amount.tsx';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useWithdrawFromBot } from './moves.ts';
import { MissingAvailable } from './missing-money.tsx';
import { MoveOutcome } from './move-outcome.tsx';

/** From what the bot's wallet has free back to the customer's balance: at once and without a fee. */
export function WithdrawDialog({ onClose, available: present }: BotDialogProps) {
  const t = useTranslations('primezord.withdraw');
  const moving = useWithdrawFromBot();
  const available = useStill(present, moving.isPending);
  const formatUsd = useUsd();
  const all = toJsonNumber(wholeCents(fromJsonNumber(available ?? 0)));
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      also={all > 0 ? { dollars: all, label: t('all', { amount: formatUsd(all) }) } : undefined}
      onClose={onClose}
      summary={(dollars) => (
        <MoveOutcome
          move="withdraw"
          dollars={dollars}
          source={available}
          short={(there, missing) => <MissingAvailable available={there} missing={missing} />}
        />
      )}
      confirm={(amount) => (amount === null ? t('confirmNone') : t('confirm', { amount }))}
      move={moving}
    />
  );
}
