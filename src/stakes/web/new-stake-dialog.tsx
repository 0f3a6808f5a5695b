import { useTranslations } from 'use-intl';
import { useReducer } from 'react';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { ChoiceStep } from './choice-step.tsx';
import { useOpenStake } from './data.ts';
import { firstStep, isOffered, next } from './new-stake-steps.ts';
import { TermsStep } from './terms-step.tsx';

interface NewStakeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What is free to be invested, USD; undefined until it is known. */
  balance: number | undefined;
}

export function NewStakeDialog({ isOpen, onClose, balance }: NewStakeDialogProps) {
  const t = useTranslations('stakes.newStake');
  const [state, send] = useReducer(next, firstStep);
  const opening = useOpenStake();

  function confirm() {
    if (opening.isPending) return;
    send({ type: 'confirmed' });
    if (!isOffered(state.days, state.dollars)) return;
    opening.mutate(
      { body: { amount: state.dollars, time_stake: state.days } },
      {
        onSuccess: () => {
          send({ type: 'opened' });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t('title')}
      lead={t('step', { step: state.step === 'terms' ? 1 : 2 })}
      isOpen={isOpen}
      onClose={onClose}
      isBusy={opening.isPending}
    >
      {state.step === 'terms' ? (
        <TermsStep isAccepted={state.isAccepted} send={send} />
      ) : (
        <ChoiceStep state={state} send={send} balance={balance} onConfirm={confirm} isWorking={opening.isPending} />
      )}
    </Dialog>
  );
}
