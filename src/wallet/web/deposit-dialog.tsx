import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import { useWayBack } from '#money/web/unpaid-choice.ts';
import type { InputOf } from '#platform/web/api.ts';
import { useStill } from '#platform/web/intents/use-still.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { openDeposit, Transfer } from '../contract.ts';
import { useOpenDeposit } from './moves.ts';
import { DepositForm } from './deposit-form.tsx';
import { DepositProgress } from './deposit-progress.tsx';
import { useFollowDeposit } from './follow-transfer.ts';
import { useRereadRate } from './quoted-rate.ts';

interface DepositDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The balance before the deposit, USD; undefined until it is known. */
  balance: number | undefined;
}

/** `Trazer da Corretora`: the amount and the currency, then the deposit's progress. */
export function DepositDialog({ isOpen, onClose, balance: present }: DepositDialogProps) {
  const t = useTranslations('wallet.deposit');
  const { subject } = useDialogAddress('deposit');
  const wayBack = useWayBack('deposit');
  const [sent, setSent] = useState<Transfer | null>(null);
  const opening = useOpenDeposit();
  const balance = useStill(present, opening.isPending);
  const follow = useFollowDeposit();
  const rereadRate = useRereadRate();
  const formatUsd = useUsd();

  function send(input: InputOf<typeof openDeposit>): void {
    opening.mutate(input, {
      onError: rereadRate,
      onSuccess: (transfer) => {
        setSent(transfer);
        follow(transfer);
      },
    });
  }
  return (
    <MoneyDialog
      title={t('title')}
      lead={t('lead')}
      isOpen={isOpen}
      onClose={onClose}
      move={opening}
      describe={({ body }) => t('confirm', { amount: formatUsd(body.amount) })}
      onSendAgain={send}
    >
      {sent ? (
        <DepositProgress sent={sent} onClose={onClose} onAgain={() => setSent(null)} goOn={wayBack} />
      ) : (
        <DepositForm suggested={subject} balance={balance} isWorking={opening.isPending} onConfirm={send} />
      )}
    </MoneyDialog>
  );
}
