import { useStill } from '#platform/web/intents/use-still.ts';
import { useTranslations } from 'use-intl';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useDepositToBot } from './moves.ts';
import { MissingForBot } from './missing-money.tsx';
import { MoveOutcome } from './move-outcome.tsx';

/** From the customer's balance to the bot's wallet: immediate, without a fee, and reversible. */
export function DepositDialog({ onClose, balance: present }: BotDialogProps) {
  const t = useTranslations('primezord.deposit');
  const moving = useDepositToBot();
  const balance = useStill(present, moving.isPending);
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      source={balance}
      onClose={onClose}
      summary={(dollars) => (
        <MoveOutcome
          move="deposit"
          dollars={dollars}
          source={balance}
          short={(there, missing) => <MissingForBot balance={there} missing={missing} />}
        />
      )}
      confirm={(amount) => (amount === null ? t('confirmNone') : t('confirm', { amount }))}
      move={moving}
    />
  );
}
