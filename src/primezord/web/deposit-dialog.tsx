import { useStill } from '#platform/web/intents/use-still.ts';
import { useTranslations } from 'use-intl';
import { useResumed, useWayBack } from '#money/web/unpaid-choice.ts';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { useAmountBlock } from '#money/web/use-amount-block.ts';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useDepositToBot } from './moves.ts';
import { MoveOutcome } from './move-outcome.tsx';

/**
 * From the customer's balance to the bot's wallet: immediate, without a fee, and reversible. What an investment lacks is the subject: the first
 * amount that covers it is chosen, and once it is there the investment continues.
 */
export function DepositDialog({ onClose, balance: present }: BotDialogProps) {
  const t = useTranslations('primezord.deposit');
  const moving = useDepositToBot();
  const balance = useStill(present, moving.isPending);
  const blockOf = useAmountBlock('bot-deposit');
  const { subject } = useDialogAddress('bot-deposit');
  const resumed = useResumed<number>('bot-deposit');
  const wayBack = useWayBack('bot-deposit');
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      source={balance}
      onClose={onClose}
      onDone={wayBack ?? onClose}
      first={(amounts) => resumed ?? amounts.find((dollars) => subject !== null && dollars >= Number(subject))}
      blockOf={(dollars) => blockOf(dollars, balance, dollars)}
      summary={(dollars) => <MoveOutcome move="deposit" dollars={dollars} source={balance} />}
      confirm={(amount) => t('confirm', { amount })}
      move={moving}
    />
  );
}
