import { useTranslations } from 'use-intl';
import { useReducer } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import type { SentBodyOf } from '#platform/endpoint.ts';
import { useStill } from '#platform/web/intents/use-still.ts';
import { recallTyped, useKeepTyped } from '#platform/web/loading/typed.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import type { openStake } from '../contract.ts';
import { ChoiceStep } from './choice-step.tsx';
import { useOpenStake } from './moves.ts';
import { firstStepWith, isOffered, type NewStake, next } from './new-stake-steps.ts';
import { readSimulated, spendSimulated } from '#positions/web/simulated.ts';
import { TermsStep } from './terms-step.tsx';

type StakeInput = SentBodyOf<typeof openStake>;

interface NewStakeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What is free to be invested, USD; undefined until it is known. */
  balance: number | undefined;
}

export function NewStakeDialog({ isOpen, onClose, balance: present }: NewStakeDialogProps) {
  const t = useTranslations('stakes.newStake');
  const describe = useDescription();
  const [state, send] = useReducer(next, null, () => recallTyped<NewStake>('new-stake') ?? begin());
  useKeepTyped('new-stake', state);
  const opening = useOpenStake();
  const balance = useStill(present, opening.isPending);

  function confirm() {
    if (opening.isPending) return;
    send({ type: 'confirmed' });
    if (!isOffered(state.days, state.dollars)) return;
    ask({ amount: state.dollars, time_stake: state.days });
  }
  function ask(body: StakeInput) {
    opening.mutate(
      { body },
      {
        onSuccess: () => {
          spendSimulated();
          send({ type: 'opened' });
          onClose();
        },
      },
    );
  }

  return (
    <MoneyDialog
      title={t('title')}
      lead={t('step', { step: state.step === 'terms' ? 1 : 2 })}
      isOpen={isOpen}
      onClose={onClose}
      move={opening}
      describe={({ body }) => describe(body)}
      onSendAgain={({ body }) => ask(body)}
    >
      {state.step === 'terms' ? (
        <TermsStep isAccepted={state.isAccepted} send={send} />
      ) : (
        <ChoiceStep state={state} send={send} balance={balance} onConfirm={confirm} isWorking={opening.isPending} />
      )}
    </MoneyDialog>
  );
}

/** With what was simulated on the way here; else with nothing. */
function begin(): NewStake {
  return firstStepWith(readSimulated(new URLSearchParams(window.location.search)));
}

/** What was confirmed: the words of the button, and for how long. Each kept together where one writes from right to left. */
function useDescription(): (input: StakeInput) => string {
  const t = useTranslations('stakes');
  const formatUsd = useUsd();
  return ({ amount, time_stake: days }) =>
    `\u2068${t('newStake.confirm', { amount: formatUsd(amount) })}\u2069 · \u2068${t('days', { days })}\u2069`;
}
