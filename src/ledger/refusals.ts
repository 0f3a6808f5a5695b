import { declareRefusals } from '#platform/refusal.ts';

/** Money that is not there: the customer's own, or what the treasury has left to promise. And money that may not move. */
export const { refuse: refuseLedger, ...ledgerRefusals } = declareRefusals('ledger', {
  insufficient_balance: 422,
  no_capacity: 409,
  account_frozen: 403,
});
