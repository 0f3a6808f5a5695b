import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useReducer } from 'react';
import { toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useResumed } from '#money/web/unpaid-choice.ts';
import type { InputOf } from '#platform/web/api.ts';
import { useStill } from '#platform/web/intents/use-still.ts';
import { recallTyped, useKeepTyped } from '#platform/web/loading/typed.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { IconArrowStart } from '#platform/web/ui/icons-later.tsx';
import { WaitingDialog } from '#platform/web/ui/waiting-dialog.tsx';
import type { openStake, StakeOffer } from '../contract.ts';
import { findPlan, type StakePlan } from '../plans.ts';
import { ChoiceStep } from './choice-step.tsx';
import { stakesQueries } from './data.ts';
import { plansOf } from './plans-of.ts';
import { useOpenStake } from './moves.ts';
import { firstStepWith, isOffered, type NewStake, type NewStakeEvent, next } from './new-stake-steps.ts';
import { chosenSimulated, spendSimulated } from '#positions/web/simulated.ts';
import { TermsStep } from '#positions/web/terms-step.tsx';
import { useStakeTerms } from './use-stake-terms.ts';

type StakeInput = InputOf<typeof openStake>;

interface NewStakeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The balance available to invest, USD; undefined until it is known. */
  balance: number | undefined;
}

export function NewStakeDialog(props: NewStakeDialogProps) {
  const t = useTranslations('stakes.newStake');
  const offer = useQuery(stakesQueries.offer);
  if (offer.data) return <Steps {...props} offer={offer.data} />;
  return <WaitingDialog title={t('title')} isOpen={props.isOpen} onClose={props.onClose} query={offer} />;
}

function Steps({ isOpen, onClose, ...present }: NewStakeDialogProps & { offer: StakeOffer }) {
  const t = useTranslations('stakes.newStake');
  const describe = useDescription();
  const opening = useOpenStake();
  const balance = useStill(present.balance, opening.isPending);
  const offer = useStill(present.offer, opening.isPending);
  const plans = plansOf(offer);
  const terms = useStakeTerms(offer);
  const resumed = useResumed<NewStake>('new-stake');
  const [state, send] = useReducer(
    (now: NewStake, event: NewStakeEvent) => next(plans, now, event),
    null,
    () => resumed ?? recallTyped<NewStake>('new-stake') ?? begin(plans),
  );
  useKeepTyped('new-stake', state);

  function confirm() {
    if (opening.isPending) return;
    send({ type: 'confirmed' });
    const plan = findPlan(plans, state.days);
    if (!plan || !isOffered(plans, state.days, state.dollars)) return;
    const headers = {
      'quoted-rate': String(toJsonNumber(plan.rate)),
      'quoted-fee': String(offer.CancelFee),
      'quoted-tax': String(offer.TaxRate ?? 0),
    };
    ask({ body: { amount: state.dollars, time_stake: state.days }, headers });
  }
  function ask(input: StakeInput) {
    opening.mutate(input, {
      onSuccess: () => {
        spendSimulated();
        send({ type: 'opened' });
        onClose();
      },
    });
  }

  return (
    <MoneyDialog
      title={t('title')}
      lead={t('step', { step: state.step === 'terms' ? 1 : 2 })}
      isOpen={isOpen}
      onClose={onClose}
      move={opening}
      describe={describe}
      onSendAgain={ask}
    >
      {state.step === 'terms' ? (
        <TermsStep
          words="stakes.newStake"
          terms={terms}
          exitIcon={<IconArrowStart />}
          isAccepted={state.isAccepted}
          send={send}
        />
      ) : (
        <ChoiceStep
          plans={plans}
          state={state}
          send={send}
          balance={balance}
          taxRate={offer.TaxRate}
          onConfirm={confirm}
          isWorking={opening.isPending}
        />
      )}
    </MoneyDialog>
  );
}

/** Starts with the choice that was simulated and pressed, otherwise as S3 has it: the first period, and no amount. */
function begin(plans: readonly StakePlan[]): NewStake {
  return firstStepWith(plans, chosenSimulated(new URLSearchParams(window.location.search)));
}

/** Describes what was confirmed: the button's text and the period, each isolated so that it stays together in right-to-left text. */
function useDescription(): (input: StakeInput) => string {
  const t = useTranslations('stakes');
  const formatUsd = useUsd();
  return ({ body: { amount, time_stake: days } }) =>
    `\u2068${t('newStake.confirm', { amount: formatUsd(amount) })}\u2069 · \u2068${t('days', { days })}\u2069`;
}
