import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refusePayouts, ...payoutRefusals } = declareRefusals('payouts', {
  operations_refused: 422,
});
