import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Micros, toDecimal, usd } from '#money/money.ts';
import { useReadAmount, useWriteAmount } from '#money/web/amount-field.tsx';
import { readSimulated, type SimulatedChoice, withSimulated } from '#positions/web/simulated.ts';
import { plansOf, type SimulatedPlan } from '../simulate.ts';
import type { Catalog } from '../contract.ts';

/** The initial amount before anything is typed. */
const usual = usd('100');

export interface SimulationState {
  plans: readonly SimulatedPlan[];
  plan: SimulatedPlan;
  /** Whether the reader chose it; otherwise it is an example. */
  isChosen: boolean;
  /** Raw input. */
  typed: string;
  /** Parsed amount; null unless it is above zero. */
  amount: Micros | null;
  choosePlan: (plan: SimulatedPlan) => void;
  type: (typed: string) => void;
  chooseAmount: (amount: Micros) => void;
  /** Writes the choice into the URL, where the next step expects it. */
  keep: () => void;
}

/** The selected plan and amount. Changes are written to the URL, so a link shares them. */
export function useSimulation(catalog: Catalog): SimulationState | null {
  const [search, setSearch] = useSearchParams();
  const read = useReadAmount();
  const write = useWriteAmount();
  const plans = plansOf(catalog);
  const kept = readSimulated(search);
  const plan = plans.find(({ product, days }) => product === kept?.product && days === kept.days) ?? plans[0];
  const [typed, setTyped] = useState(() => write(kept ? usd(kept.dollars) : usual));
  if (!plan) return null;
  const amount = positive(read(typed));

  function put(next: SimulatedPlan, dollars: Micros | null) {
    if (dollars !== null) setSearch((now) => withSimulated(now, choiceOf(next, dollars)), { replace: true });
  }
  return {
    plans,
    plan,
    isChosen: kept !== null,
    typed,
    amount,
    choosePlan: (next) => put(next, amount ?? usual),
    type: (text) => {
      setTyped(text);
      put(plan, positive(read(text)));
    },
    chooseAmount: (dollars) => {
      setTyped(write(dollars));
      put(plan, dollars);
    },
    keep: () => put(plan, amount),
  };
}

function positive(amount: Micros | null): Micros | null {
  return amount !== null && amount > 0n && amount <= usd('1000000000') ? amount : null;
}

function choiceOf({ product, days }: SimulatedPlan, amount: Micros): SimulatedChoice {
  return { product, days, dollars: toDecimal(amount, 0) };
}
