import { useTranslations } from 'use-intl';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useWithdrawFromBot } from './data.ts';
import { MissingAvailable } from './missing-money.tsx';
import { MoveOutcome } from './move-outcome.tsx';

/** From what the bot's wallet has free back to the customer's balance: at once and without a fee. */
export function WithdrawDialog({ onClose, available }: BotDialogProps) {
  const t = useTranslations('primezord.withdraw');
  const moving = useWithdrawFromBot();
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
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
      onConfirm={(amount) => moving.mutate({ body: { amount } }, { onSuccess: onClose })}
      isWorking={moving.isPending}
    />
  );
}
