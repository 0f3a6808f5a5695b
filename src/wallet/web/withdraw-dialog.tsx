import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import type { InputOf } from '#platform/web/api.ts';
import { ApiRefusal, isDefinite } from '#platform/web/api-failure.ts';
import { useStill } from '#platform/web/intents/use-still.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { openWithdrawal, Transfer } from '../contract.ts';
import { secondFactorRequired, useOpenWithdrawal } from './moves.ts';
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
  ApprovalStep: ComponentType<ApprovalStepProps>;
}

export interface ApprovalStepProps {
  input: Pick<WithdrawalInput['body'], 'amount' | 'currency'>;
  /** The ways of showing the key, as returned by the server. */
  methods: unknown;
  isWorking: boolean;
  /** The approval already shown, when the withdrawal's outcome is unknown: the retry sends this one and no other. */
  approval: string | null;
  onApproved: (approval: string) => void;
  onBack: () => void;
}

/** A request waiting for the second factor. */
interface ApprovalRequest {
  input: WithdrawalInput;
  methods: unknown;
  approval: string | null;
}

/** `Solicitar Saque`: the amount and the currency, then the withdrawal's progress. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { isOpen, onClose, unconfirmedEmail, sendAgain: confirmingMail, ApprovalStep } = props;
  const t = useTranslations('wallet.withdraw');
  const { subject } = useDialogAddress('withdraw');
  const [sent, setSent] = useState<Transfer | null>(null);
  const [asked, setAsked] = useState<ApprovalRequest | null>(null);
  const [tried, setTried] = useState<WithdrawalInput['body'] | null>(null);
  const opening = useOpenWithdrawal();
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
    if (asked) return <Suspense fallback={<Waiting />}>{approvalStep(asked)}</Suspense>;
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

  function approvalStep({ input, methods, approval }: ApprovalRequest): ReactNode {
    return (
      <ApprovalStep
        input={{ amount: input.body.amount, currency: input.body.currency }}
        methods={methods}
        isWorking={opening.isPending}
        approval={approval}
        onApproved={(shown) => {
          setAsked({ input, methods, approval: shown });
          send(input, shown);
        }}
        onBack={() => setAsked(null)}
      />
    );
  }

  function send(input: WithdrawalInput, approval?: string): void {
    setTried(input.body);
    const headers = { ...input.headers, ...(approval !== undefined && { 'second-key-approval': approval }) };
    opening.mutate({ body: input.body, headers }, { onSuccess: accept, onError: (error) => ask(input, error) });
  }

  /** The approval given a moment ago is still good; after a page reload a new one is requested. */
  function sendAgain({ body, headers = {} }: InputOf<typeof openWithdrawal>): void {
    send({ body, headers } as WithdrawalInput, asked?.approval ?? undefined);
  }

  function ask(input: WithdrawalInput, error: Error): void {
    rereadRate(error);
    if (isRateChanged(error)) setAsked(null);
    if (isDefinite(error)) setAsked((before) => before && { ...before, approval: null });
    const isAsked = error instanceof ApiRefusal && error.code === secondFactorRequired;
    if (!isAsked) return;
    setAsked({ input, methods: error.details['methods'], approval: null });
  }

  function accept(withdrawal: Transfer): void {
    setAsked(null);
    setSent(withdrawal);
    follow(withdrawal);
  }
}

function Waiting() {
  return (
    <DialogBody>
      <SkeletonRows rows={3} />
    </DialogBody>
  );
}
