import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '../contract.ts';
import { normaliseCode } from '../promocode.ts';
import { useAcceptTerms, useOpenInvestment } from './data.ts';

/** Records that the terms were accepted, where it is not yet, and then puts the amount into the vault. */
export function useInvest(plan: Plan, onDone: () => void) {
  const queries = useQueryClient();
  const accepting = useAcceptTerms();
  const opening = useOpenInvestment();

  function open(amount: number, promocode: string) {
    opening.mutate(
      { body: { amount, ...(promocode && { promocode }) } },
      {
        onSuccess: onDone,
        // A code that was good a moment ago may be used up: its field says so, too.
        onError: () => void queries.invalidateQueries({ queryKey: ['primevault', 'quote'] }),
      },
    );
  }
  function invest(amount: number, typed: string) {
    const promocode = normaliseCode(typed);
    if (plan.TermsAccepted) open(amount, promocode);
    else accepting.mutate({ body: { terms: true } }, { onSuccess: () => open(amount, promocode) });
  }
  return { invest, isWorking: accepting.isPending || opening.isPending };
}
