import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useWithdrawFromBot } from './data.ts';
import { MissingAvailable } from './missing-money.tsx';
import { missingOf, remainderOf } from './remainder.ts';

/** From what the bot's wallet has free back to the customer's balance: at once and without a fee. */
export function WithdrawDialog({ onClose, available }: BotDialogProps) {
  const t = useTranslations('primezord.withdraw');
  const moving = useWithdrawFromBot();
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      onClose={onClose}
      summary={(dollars) => dollars !== null && <Outcome dollars={dollars} available={available} />}
      confirm={(amount) => (amount === null ? t('confirmNone') : t('confirm', { amount }))}
      onConfirm={(amount) => moving.mutate({ body: { amount } }, { onSuccess: onClose })}
      isWorking={moving.isPending}
    />
  );
}

function Outcome({ dollars, available }: { dollars: number; available: number | undefined }) {
  const t = useTranslations('primezord.withdraw');
  const missing = available === undefined ? null : missingOf(available, dollars);
  return (
    <>
      <Facts>
        <Fact label={t('leaves')}>
          <Amount value={dollars} />
        </Fact>
        <Fact label={t('fee')}>{t('noFee')}</Fact>
        {available !== undefined && missing === null && (
          <Fact label={t('after')}>
            <Amount value={remainderOf(available, dollars)} />
          </Fact>
        )}
        <Fact label={t('arrives')} isResult>
          <Amount value={dollars} />
        </Fact>
      </Facts>
      {available !== undefined && missing !== null && <MissingAvailable available={available} missing={missing} />}
    </>
  );
}
