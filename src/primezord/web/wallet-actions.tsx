import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { preloadDialog } from '#platform/web/ui/dialog.tsx';
import { IconBring, IconPlus, IconWithdraw } from '#platform/web/ui/icons-action.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { BotWallet } from '../contract.ts';
import styles from './wallet-actions.module.css';

/** Deposit, invest, withdraw. The next useful step stands out: depositing while nothing is available, otherwise investing. */
export function WalletActions({ wallet }: { wallet: BotWallet }) {
  const t = useTranslations('primezord');
  const deposit = useDialogAddress('bot-deposit');
  const withdraw = useDialogAddress('bot-withdraw');
  const invest = useDialogAddress('bot-invest');
  const isFree = wallet.Available > 0;
  return (
    <div className={styles.actions} onPointerEnter={preloadDialog}>
      <Button kind={isFree ? 'secondary' : 'primary'} icon={<IconBring />} onClick={() => deposit.open()}>
        {t('deposit.title')}
      </Button>
      <Button kind={isFree ? 'primary' : 'secondary'} icon={<IconPlus />} onClick={() => invest.open()}>
        {t('invest.title')}
      </Button>
      {/* From the account it is withdrawn in the frame's bar, under the same word. */}
      <Button icon={<IconWithdraw />} aria-label={t('withdraw.title')} onClick={() => withdraw.open()}>
        {t('withdraw.confirmNone')}
      </Button>
    </div>
  );
}
