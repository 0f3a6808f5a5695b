import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';

/** The customer's own balance is too small: how much is missing, and where more comes from. */
export function MissingBalance({ balance, missing }: { balance: number; missing: string }) {
  const t = useTranslations('primezord.missing');
  const formatUsd = useUsd();
  const deposit = useDialogAddress('deposit');
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={() => deposit.open(missing)}>
          {t('bring')}
        </Button>
      }
    >
      {t('balance', { balance: formatUsd(balance), missing: formatUsd(Number(missing)) })}
    </Notice>
  );
}

/** The bot's wallet has less than this available; to invest it, more can be put in. */
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
