import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { useStill } from '#platform/web/intents/use-still.ts';
import { recallTyped, useKeepTyped } from '#platform/web/loading/typed.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { IconVault } from '#platform/web/ui/icons-navigation.tsx';
import { WaitingDialog } from '#platform/web/ui/waiting-dialog.tsx';
import type { Plan } from '../contract.ts';
import { ChoiceStep } from './choice-step.tsx';
import { primevaultQueries } from './data.ts';
import { firstStep, type NewInvestment, next } from './new-investment-steps.ts';
import { useCodeCheck } from './use-code-check.ts';
import { useInvest } from './use-invest.ts';
import { TermsStep } from '#positions/web/terms-step.tsx';
import { useVaultTerms } from './use-vault-terms.ts';
import { useResumed } from '#money/web/unpaid-choice.ts';
import { chosenSimulated, spendSimulated } from '#positions/web/simulated.ts';

interface NewInvestmentDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What is available to invest, USD; undefined until loaded. */
  balance: number | undefined;
}

export function NewInvestmentDialog(props: NewInvestmentDialogProps) {
  const t = useTranslations('primevault.new');
  const plan = useQuery(primevaultQueries.plan);
  if (plan.data) return <Steps {...props} plan={plan.data} />;
  return <WaitingDialog title={t('title')} isOpen={props.isOpen} onClose={props.onClose} query={plan} />;
}

function Steps({ isOpen, onClose, ...present }: NewInvestmentDialogProps & { plan: Plan }) {
  const t = useTranslations('primevault.new');
  const resumed = useResumed<NewInvestment>('vault-investment');
  const [state, send] = useReducer(
    next,
    present.plan.TermsAccepted,
    (isAccepted) =>
      resumed ?? recallTyped<NewInvestment>('vault-investment') ?? begin(isAccepted, present.plan.Amounts),
  );
  useKeepTyped('vault-investment', state);
  const check = useCodeCheck(state.dollars, state.promocode);
  const { invest, opening, open, isWorking } = useInvest(present.plan, () => {
    spendSimulated();
    onClose();
  });
  const balance = useStill(present.balance, isWorking);
  const plan = useStill(present.plan, isWorking);
  const terms = useVaultTerms(plan);
  const formatUsd = useUsd();

  function confirm() {
    send({ type: 'confirmed' });
    if (state.dollars === 0 || isWorking || check.state === 'checking' || check.state === 'refused') return;
    invest(state.dollars, state.promocode);
  }
  return (
    <MoneyDialog
      title={t('title')}
      lead={t('step', { step: state.step === 'terms' ? 1 : 2 })}
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isWorking}
      move={opening}
      describe={({ body: { amount, promocode } }) =>
        [t('confirm', { amount: formatUsd(amount) }), promocode].filter(Boolean).join(' · ')
      }
      onSendAgain={open}
    >
      {state.step === 'terms' ? (
        <TermsStep
          words="primevault.new"
          terms={terms}
          exitIcon={<IconVault />}
          isAccepted={state.isAccepted}
          send={send}
        />
      ) : (
        <ChoiceStep
          plan={plan}
          state={state}
          send={send}
          check={check}
          balance={balance}
          onConfirm={confirm}
          isWorking={isWorking}
        />
      )}
    </MoneyDialog>
  );
}

/** Starts with the amount that was simulated before, if the vault takes it. */
function begin(isAccepted: boolean, amounts: readonly number[]): NewInvestment {
  const choice = chosenSimulated(new URLSearchParams(window.location.search));
  const dollars = choice?.product === 'primevault' ? Number(choice.dollars) : 0;
  return { ...firstStep(isAccepted), dollars: amounts.includes(dollars) ? dollars : 0 };
}
