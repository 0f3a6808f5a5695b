import { useTranslations } from 'use-intl';
import { toJsonNumber } from '#money/money.ts';
import { AmountChoice } from '#money/web/amount-choice.tsx';
import { useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Form, Submit } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { RadioCards } from '#platform/web/ui/radio-cards.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import { PromiseBrief, PromiseSummary, type Promised } from '#positions/web/promise-summary.tsx';
import { useAmountBlock } from '#money/web/use-amount-block.ts';
import { findPlan, offeredOf, type StakePlan } from '../plans.ts';
import { isOffered, type NewStake, type NewStakeEvent } from './new-stake-steps.ts';

interface ChoiceStepProps {
  plans: readonly StakePlan[];
  state: Extract<NewStake, { step: 'choice' }>;
  send: (event: NewStakeEvent) => void;
  balance: number | undefined;
  /** Per cent of the profit; undefined where nothing is withheld. */
  taxRate: number | undefined;
  onConfirm: () => void;
  isWorking: boolean;
}

/** Step 2: the choice of period and amount, with what it means before confirming. */
export function ChoiceStep({ plans, state, send, balance, taxRate, onConfirm, isWorking }: ChoiceStepProps) {
  const t = useTranslations('stakes.newStake');
  const back = useTranslations('platform')('back');
  const formatUsd = useUsd();
  const form = useFirstField();
  const blockOf = useAmountBlock('new-stake');

  const plan = findPlan(plans, state.days);
  const promised: Promised = {
    words: 'stakes.newStake',
    days: state.days,
    rate: plan ? toJsonNumber(plan.rate) : 0,
    dollars: isOffered(plans, state.days, state.dollars) ? state.dollars : 0,
    taxRate,
  };
  return (
    <Form ref={form} isWorking={isWorking} blocked={blockOf(promised.dollars, balance, state)} onSubmit={onConfirm}>
      <DialogBody>
        <PeriodChoice plans={plans} days={state.days} send={send} />
        <AmountChoice
          label={t('amount')}
          amounts={plan?.amounts ?? []}
          have={balance}
          value={state.dollars}
          onChange={(dollars) => send({ type: 'amountChosen', dollars })}
          error={state.isRefused && t('invalid')}
        />
        <PromiseSummary {...promised} balance={balance} />
      </DialogBody>
      <DialogActions>
        <Button onClick={() => send({ type: 'wentBack' })} disabled={isWorking}>
          {back}
        </Button>
        <Submit>{t('confirm', { amount: formatUsd(state.dollars) })}</Submit>
        <PromiseBrief {...promised} />
      </DialogActions>
    </Form>
  );
}

function PeriodChoice({ plans, days, send }: Pick<ChoiceStepProps, 'plans' | 'send'> & { days: number }) {
  const t = useTranslations('stakes');
  const percent = usePercent();
  return (
    <RadioCards
      label={t('newStake.period')}
      size="quarter"
      value={days}
      options={offeredOf(plans).map((plan) => ({
        value: plan.days,
        label: t('days', { days: plan.days }),
        note: t('newStake.periodReturn', { rate: percent(toJsonNumber(plan.rate)) }),
      }))}
      onChange={(chosen) => send({ type: 'periodChosen', days: chosen })}
    />
  );
}
