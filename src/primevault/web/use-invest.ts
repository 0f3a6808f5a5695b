import { useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#platform/web/api.ts';
import { readCode } from '#platform/typed/read-code.ts';
import type { openInvestment, Plan } from '../contract.ts';
import { useAcceptTerms } from './data.ts';
import { useOpenInvestment } from './moves.ts';

/** Records the acceptance of the terms, if still missing, and then invests in the vault. */
export function useInvest(plan: Plan, onDone: () => void) {
  const queries = useQueryClient();
  const accepting = useAcceptTerms();
  const opening = useOpenInvestment();

  function open(input: InputOf<typeof openInvestment>) {
    opening.mutate(input, {
      onSuccess: onDone,
      // A code that was valid a moment ago may be used up: its field shows that, too.
      onError: () => void queries.invalidateQueries({ queryKey: ['primevault', 'quote'] }),
    });
  }
  function invest(amount: number, typed: string) {
    const promocode = readCode(typed);
    const headers = {
      'quoted-rate': String(plan.Rate),
      'quoted-days': String(plan.Days),
      'quoted-tax': String(plan.TaxRate ?? 0),
    };
    const input = { body: { amount, ...(promocode && { promocode }) }, headers };
    if (plan.TermsAccepted) open(input);
    else accepting.mutate({ body: { terms: true } }, { onSuccess: () => open(input) });
  }
  return { invest, opening, open, isWorking: accepting.isPending || opening.isPending };
}
