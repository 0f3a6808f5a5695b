import { usd } from '#money/money.ts';
import { defaultDays, offeredPlans, readPlanFor } from '../plans.ts';

/** How a new stake is asked for: first what it means is read and accepted, then period and amount are chosen. */
export type NewStake = { days: number; dollars: number } & (
  | { step: 'terms'; isAccepted: boolean }
  /** `isRefused` once confirm was pressed on an amount that the period does not take. */
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

export const firstStep: NewStake = { step: 'terms', isAccepted: false, days: defaultDays, dollars: 0 };

/** The first step with a simulated choice in it, where it is one of a stake that can be opened. */
export function firstStepWith(choice: { product: string; days: number; dollars: string } | null): NewStake {
  const dollars = Number(choice?.dollars);
  if (choice?.product !== 'stake' || !offeredPlans.some(({ days }) => days === choice.days)) return firstStep;
  return isOffered(choice.days, dollars) ? { ...firstStep, days: choice.days, dollars } : firstStep;
}

export function next(state: NewStake, event: NewStakeEvent): NewStake {
  if (event.type === 'opened') return firstStep;
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
        dollars: isOffered(event.days, dollars) ? dollars : 0,
      };
    case 'amountChosen':
      return { step: 'choice', isRefused: false, days, dollars: event.dollars };
    case 'confirmed':
      return { ...state, isRefused: !isOffered(days, dollars) };
    default:
      return state;
  }
}

/** Whether this period takes this amount (S4). */
export function isOffered(days: number, dollars: number): boolean {
  return readPlanFor(days, usd(String(dollars))) !== null;
}
