import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { MissingBalance } from '#money/web/missing-balance.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';

/** The customer's balance is too small for the deposit or fee. */
export function MissingForBot({ balance, missing }: { balance: number; missing: string }) {
  const t = useTranslations('primezord.missing');
  return (
    <MissingBalance
      balance={balance}
      missing={missing}
      text={(amounts) => t('balance', amounts)}
      bring={(amounts) => t('bring', amounts)}
    />
  );
}

/** Less than this is available in the bot's wallet; for an investment, more can be deposited. */
export function MissingAvailable(props: { available: number; missing: string; canDeposit?: boolean }) {
  const { available, missing, canDeposit = false } = props;
  const t = useTranslations('primezord');
  const formatUsd = useUsd();
  const deposit = useDialogAddress('bot-deposit');
  return (
    <Notice
      tone="caution"
      action={
        canDeposit && (
          <Button size="small" onClick={() => deposit.open()}>
            {t('deposit.title')}
          </Button>
        )
      }
    >
      {t('missing.available', { available: formatUsd(available), missing: formatUsd(Number(missing)) })}
    </Notice>
  );
}
