import { declareRefusals } from '#platform/refusal.ts';

/** Money that is not there: the customer's own, or what the treasury has left to promise. */
export const { refuse: refuseLedger, ...ledgerRefusals } = declareRefusals('ledger', {
  insufficient_balance: 422,
  no_capacity: 409,
});
