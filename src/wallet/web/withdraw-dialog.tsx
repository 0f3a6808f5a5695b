import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { Transfer } from '../contract.ts';
import { useOpenWithdrawal } from './data.ts';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';
import { useFollowWithdrawal } from './follow-transfer.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawProgress } from './withdraw-progress.tsx';

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What can be withdrawn, USD; undefined until it is known. */
  balance: number | undefined;
  /** The address that the customer has not confirmed yet; null when they have. */
  unconfirmedEmail: string | null;
  /** Sends the confirming mail once more. */
  sendAgain: ReactNode;
}

/** `Solicitar Saque`: how much and in which currency, then what has become of it. */
export function WithdrawDialog({ isOpen, onClose, balance, unconfirmedEmail, sendAgain }: WithdrawDialogProps) {
  const t = useTranslations('wallet.withdraw');
  const { subject } = useDialogAddress('withdraw');
  const [sent, setSent] = useState<Transfer | null>(null);
  const opening = useOpenWithdrawal();
  const follow = useFollowWithdrawal();

  return (
    <Dialog title={t('title')} lead={t('lead')} isOpen={isOpen} onClose={onClose} isBusy={opening.isPending}>
      {content()}
    </Dialog>
  );

  function content(): ReactNode {
    if (sent) return <WithdrawProgress sent={sent} onClose={onClose} onAgain={() => setSent(null)} />;
    if (unconfirmedEmail) return <UnconfirmedEmail email={unconfirmedEmail} sendAgain={sendAgain} onClose={onClose} />;
    return (
      <WithdrawForm
        suggested={subject}
        balance={balance}
        isWorking={opening.isPending}
        onConfirm={(body) => opening.mutate({ body }, { onSuccess: accept })}
      />
    );
  }

  function accept(withdrawal: Transfer): void {
    setSent(withdrawal);
    follow(withdrawal);
  }
}
