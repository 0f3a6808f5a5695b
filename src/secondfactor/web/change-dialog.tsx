import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readAgain } from '#platform/web/read-again.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import type { SecondFactorStatus } from '../contract.ts';
import { AddPasskeyStep } from './add-passkey-step.tsx';
import type { Change, Outcome } from './change.ts';
import { ConfirmAppStep } from './confirm-app-step.tsx';
import { ProofStep } from './proof-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface ChangeDialogProps {
  change: Change;
  status: SecondFactorStatus;
  onClose: () => void;
}

type Step = { is: 'proof' } | Exclude<Outcome, { is: 'done' }>;

/** One change of the second factor: the proof, then whatever the change itself needs, and finally the codes if there are new ones. */
export function ChangeDialog({ change, status, onClose }: ChangeDialogProps) {
  const t = useTranslations('secondfactor');
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ is: 'proof' });
  // As it was at the start: the new one is in the status before the codes are.
  const [isReplaced] = useState(change.what === 'add_app' && status.App !== null);
  const title = step.is === 'codes' ? t('codes.title') : t(`change.title.${isReplaced ? 'replace_app' : change.what}`);

  function follow(outcome: Outcome) {
    if (outcome.is !== 'done') return setStep(outcome);
    finish();
  }
  function finish() {
    void readAgain(queries, { affects: ['secondfactor', 'auth', 'profile', 'wallet', 'notices'] });
    showToast('success', t(toastOf(change)));
    onClose();
  }
  function close() {
    void readAgain(queries, { affects: ['secondfactor', 'auth', 'profile', 'wallet', 'notices'] });
    onClose();
  }
  function content(): ReactNode {
    switch (step.is) {
      case 'proof':
        return <ProofStep change={change} status={status} onDone={follow} />;
      case 'app':
        return <ConfirmAppStep secret={step.secret} uri={step.uri} onDone={follow} />;
      case 'passkey':
        return <AddPasskeyStep question={step.question} onDone={follow} />;
      case 'codes':
        return <RecoveryCodes codes={step.codes} onDone={finish} />;
    }
  }
  // The codes are shown only once, so only their own button closes them.
  return (
    <Dialog title={title} isOpen onClose={close} isBusy={step.is === 'codes'}>
      {content()}
    </Dialog>
  );
}

function toastOf({ what }: Change): 'toasts.appAdded' | 'toasts.passkeyAdded' | 'toasts.kept' | 'toasts.saved' {
  if (what === 'add_app') return 'toasts.appAdded';
  if (what === 'add_passkey') return 'toasts.passkeyAdded';
  return what === 'cancel_removal' ? 'toasts.kept' : 'toasts.saved';
}
