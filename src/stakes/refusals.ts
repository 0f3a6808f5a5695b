import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refuseStake, ...stakeRefusals } = declareRefusals('stakes', {
  amount_not_allowed: 422,
  stake_not_running: 409,
  terms_changed: 409,
});
