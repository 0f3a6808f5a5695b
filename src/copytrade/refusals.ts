import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refuseCopytrade, ...copytradeRefusals } = declareRefusals('copytrade', {
  amount_not_allowed: 422,
  copytrade_closed: 409,
});
