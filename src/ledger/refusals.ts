import { declareRefusals } from '#platform/refusal.ts';

/** Refusals for insufficient money, the customer's own or what the treasury has left to promise, and for money that may not move. */
export const { refuse: refuseLedger, ...ledgerRefusals } = declareRefusals('ledger', {
  insufficient_balance: 422,
  no_capacity: 409,
  account_frozen: 403,
  account_erased: 410,
});
