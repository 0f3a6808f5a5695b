import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { AmountDialog, type BotDialogProps } from './amount-dialog.tsx';
import { useDepositToBot } from './data.ts';
import { MissingBalance } from './missing-money.tsx';
import { missingOf, remainderOf } from './remainder.ts';

/** From the customer's balance into the bot's wallet: at once, without a fee, and it can go back. */
export function DepositDialog({ onClose, balance }: BotDialogProps) {
  const t = useTranslations('primezord.deposit');
  const moving = useDepositToBot();
  return (
    <AmountDialog
      title={t('title')}
      lead={t('lead')}
      onClose={onClose}
      summary={(dollars) => dollars !== null && <Outcome dollars={dollars} balance={balance} />}
      confirm={(amount) => (amount === null ? t('confirmNone') : t('confirm', { amount }))}
      onConfirm={(amount) => moving.mutate({ body: { amount } }, { onSuccess: onClose })}
      isWorking={moving.isPending}
    />
  );
}

function Outcome({ dollars, balance }: { dollars: number; balance: number | undefined }) {
  const t = useTranslations('primezord.deposit');
  const missing = balance === undefined ? null : missingOf(balance, dollars);
  return (
    <>
      <Facts>
        <Fact label={t('leaves')}>
          <Amount value={dollars} />
        </Fact>
        <Fact label={t('fee')}>{t('noFee')}</Fact>
        {balance !== undefined && missing === null && (
          <Fact label={t('after')}>
            <Amount value={remainderOf(balance, dollars)} />
          </Fact>
        )}
        <Fact label={t('arrives')} isResult>
          <Amount value={dollars} />
        </Fact>
      </Facts>
      {balance !== undefined && missing !== null && <MissingBalance balance={balance} missing={missing} />}
    </>
  );
}
