import { useTranslations } from 'use-intl';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useDepositToBot } from './data.ts';
import { MissingForBot } from './missing-money.tsx';
import { MoveOutcome } from './move-outcome.tsx';

/** From the customer's balance into the bot's wallet: at once, without a fee, and it can go back. */
export function DepositDialog({ onClose, balance }: BotDialogProps) {
  const t = useTranslations('primezord.deposit');
  const moving = useDepositToBot();
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
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
      onConfirm={(amount) => moving.mutate({ body: { amount } }, { onSuccess: onClose })}
      isWorking={moving.isPending}
    />
  );
}
