import { usd } from '#money/money.ts';
import { findPlanFor, firstDays, offeredOf, type StakePlan } from '../plans.ts';

/** Steps of opening a stake: first the terms are read and accepted, then period and amount are chosen. */
export type NewStake = { days: number; dollars: number } & (
  | { step: 'terms'; isAccepted: boolean }
  /** `isRefused` after confirming an amount that the period does not take. */
  | { step: 'choice'; isRefused: boolean }
);

export type NewStakeEvent =
  | { type: 'accepted'; isAccepted: boolean }
  | { type: 'continued' }
  | { type: 'wentBack' }
  | { type: 'periodChosen'; days: number }
  | { type: 'amountChosen'; dollars: number }
  | { type: 'confirmed' }
  | { type: 'opened' };

/** The plans that the server currently offers. */
type Plans = readonly StakePlan[];

export function firstStep(plans: Plans): NewStake {
  return { step: 'terms', isAccepted: false, days: firstDays(plans), dollars: 0 };
}

/** The first step, preset with a simulated choice if that is a stake that can be opened. */
export function firstStepWith(
  plans: Plans,
  choice: { product: string; days: number; dollars: string } | null,
): NewStake {
  const dollars = Number(choice?.dollars);
  const first = firstStep(plans);
  if (choice?.product !== 'stake' || !offeredOf(plans).some(({ days }) => days === choice.days)) return first;
  return isOffered(plans, choice.days, dollars) ? { ...first, days: choice.days, dollars } : first;
}

export function next(plans: Plans, state: NewStake, event: NewStakeEvent): NewStake {
  if (event.type === 'opened') return firstStep(plans);
  const { days, dollars } = state;
  if (state.step === 'terms') {
    if (event.type === 'accepted') return { ...state, isAccepted: event.isAccepted };
    return event.type === 'continued' && state.isAccepted ? { step: 'choice', isRefused: false, days, dollars } : state;
  }
  switch (event.type) {
    case 'wentBack':
      return { step: 'terms', isAccepted: true, days, dollars };
    case 'periodChosen':
      return {
        step: 'choice',
        isRefused: false,
        days: event.days,
        dollars: isOffered(plans, event.days, dollars) ? dollars : 0,
      };
    case 'amountChosen':
      return { step: 'choice', isRefused: false, days, dollars: event.dollars };
    case 'confirmed':
      return { ...state, isRefused: !isOffered(plans, days, dollars) };
    default:
      return state;
  }
}

/** Whether this period takes this amount (S4). */
export function isOffered(plans: Plans, days: number, dollars: number): boolean {
  return findPlanFor(plans, days, usd(String(dollars))) !== null;
}
