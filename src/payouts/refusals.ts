import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refusePayouts, ...payoutRefusals } = declareRefusals('payouts', {
  operations_refused: 422,
  /** A feed cannot be complete until an instant that has not come. */
  complete_until_in_future: 422,
});
