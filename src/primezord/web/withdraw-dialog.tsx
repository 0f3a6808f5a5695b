import { useStill } from '#platform/web/intents/use-still.ts';
import { useTranslations } from 'use-intl';
import { toJsonNumber, zero } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useExactUsd } from '#money/web/exact-usd.tsx';
import { missingOf } from '#money/web/remainder.ts';
import { wholeOf } from '#money/web/whole-of.ts';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useWithdrawFromBot } from './moves.ts';
import { MoveOutcome } from './move-outcome.tsx';

/** From what is available in the bot's wallet to the customer's balance: immediate and without a fee. */
export function WithdrawDialog({ onClose, available: present }: BotDialogProps) {
  const t = useTranslations('primezord.withdraw');
  const amounts = useTranslations('money');
  const moving = useWithdrawFromBot();
  const available = useStill(present, moving.isPending);
  const formatUsd = useUsd();
  const exactUsd = useExactUsd();
  const { all, rest } = wholeOf(available ?? 0);
  const dollars = toJsonNumber(all);
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      source={available}
      all={
        all > zero
          ? {
              dollars,
              label: t('all', { amount: formatUsd(dollars) }),
              rest: rest > zero ? t('rest', { rest: exactUsd(rest) }) : null,
            }
          : undefined
      }
      onClose={onClose}
      blockOf={(chosen) => {
        if (chosen === 0) return { says: amounts('choose') };
        const isBeyond = available !== undefined && missingOf(available, chosen) !== null;
        return isBeyond ? { says: amounts('most', { amount: formatUsd(dollars) }) } : null;
      }}
      summary={(chosen) => <MoveOutcome move="withdraw" dollars={chosen} source={available} />}
      confirm={(amount) => t('confirm', { amount })}
      move={moving}
    />
  );
}
