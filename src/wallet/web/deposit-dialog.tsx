import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { Transfer } from '../contract.ts';
import { useOpenDeposit } from './data.ts';
import { DepositForm } from './deposit-form.tsx';
import { DepositProgress } from './deposit-progress.tsx';
import { useFollowDeposit } from './follow-transfer.ts';
import { useRereadRate } from './quoted-rate.ts';

interface DepositDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What there is before it, USD; undefined until it is known. */
  balance: number | undefined;
}

/** `Trazer da Corretora`: how much and how it is paid, then what has become of it. */
export function DepositDialog({ isOpen, onClose, balance }: DepositDialogProps) {
  const t = useTranslations('wallet.deposit');
  const { subject } = useDialogAddress('deposit');
  const [sent, setSent] = useState<Transfer | null>(null);
  const opening = useOpenDeposit();
  const follow = useFollowDeposit();
  const rereadRate = useRereadRate();

  return (
    <Dialog title={t('title')} lead={t('lead')} isOpen={isOpen} onClose={onClose} isBusy={opening.isPending}>
      {sent ? (
        <DepositProgress sent={sent} onClose={onClose} onAgain={() => setSent(null)} />
      ) : (
        <DepositForm
          suggested={subject}
          balance={balance}
          isWorking={opening.isPending}
          onConfirm={(wish) =>
            opening.mutate(wish, {
              onError: rereadRate,
              onSuccess: (transfer) => {
                setSent(transfer);
                follow(transfer);
              },
            })
          }
        />
      )}
    </Dialog>
  );
}
