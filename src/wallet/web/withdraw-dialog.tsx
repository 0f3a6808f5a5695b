import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import type { InputOf } from '#platform/web/api.ts';
import { type ApprovalStep, approvedBy, useApproval } from '#platform/web/intents/use-approval.tsx';
import { useStill } from '#platform/web/intents/use-still.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { openWithdrawal, Transfer } from '../contract.ts';
import { useOpenWithdrawal } from './moves.ts';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';
import { useFollowWithdrawal } from './follow-transfer.ts';
import { isRateChanged, useRereadRate } from './quoted-rate.ts';
import { WithdrawForm, type WithdrawalInput } from './withdraw-form.tsx';
import { WithdrawProgress } from './withdraw-progress.tsx';

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The amount available for withdrawal, USD; undefined until it is known. */
  balance: number | undefined;
  /** The customer's unconfirmed address; null when it is confirmed. */
  unconfirmedEmail: string | null;
  /** Button that sends the confirmation email again. */
  sendAgain: ReactNode;
  /** The last step for a customer with a second factor. */
  ApprovalStep: ApprovalStep;
}

/** `Solicitar Saque`: the amount and the currency, then the withdrawal's progress. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { isOpen, onClose, unconfirmedEmail, sendAgain: confirmingMail } = props;
  const t = useTranslations('wallet.withdraw');
  const { subject } = useDialogAddress('withdraw');
  const [sent, setSent] = useState<Transfer | null>(null);
  const [tried, setTried] = useState<WithdrawalInput['body'] | null>(null);
  const opening = useOpenWithdrawal();
  const asked = useApproval(props.ApprovalStep, send);
  const balance = useStill(props.balance, opening.isPending);
  const follow = useFollowWithdrawal();
  const rereadRate = useRereadRate();
  const formatUsd = useUsd();

  return (
    <MoneyDialog
      title={t('title')}
      lead={t('lead')}
      isOpen={isOpen}
      onClose={onClose}
      move={opening}
      describe={({ body }) => t('confirm', { amount: formatUsd(body.amount) })}
      onSendAgain={sendAgain}
    >
      {content()}
    </MoneyDialog>
  );

  function content(): ReactNode {
    if (sent) return <WithdrawProgress sent={sent} onClose={onClose} onAgain={() => setSent(null)} />;
    if (unconfirmedEmail)
      return <UnconfirmedEmail email={unconfirmedEmail} sendAgain={confirmingMail} onClose={onClose} />;
    const step = asked.step(
      ({ body: { amount, currency } }) => ({ purpose: 'withdrawal', amount, currency }),
      opening.isPending,
    );
    if (step) return step;
    return (
      <WithdrawForm
        suggested={tried ? String(tried.amount) : subject}
        chosen={tried?.currency}
        balance={balance}
        isWorking={opening.isPending}
        onConfirm={(input) => send(input)}
      />
    );
  }

  function send(input: WithdrawalInput, approval?: string): void {
    setTried(input.body);
    const headers = { ...input.headers, ...approvedBy(approval) };
    opening.mutate({ body: input.body, headers }, { onSuccess: accept, onError: (error) => recover(input, error) });
  }

  function sendAgain({ body, headers = {} }: InputOf<typeof openWithdrawal>): void {
    send({ body, headers } as WithdrawalInput, asked.given);
  }

  function recover(input: WithdrawalInput, error: Error): void {
    rereadRate(error);
    if (isRateChanged(error)) asked.end();
    asked.recover(input, error);
  }

  function accept(withdrawal: Transfer): void {
    asked.end();
    setSent(withdrawal);
    follow(withdrawal);
  }
}
