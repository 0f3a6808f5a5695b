import { declareRefusals } from '#platform/refusal.ts';

/** Why the vault refuses a deposit. For a promotional code the refusal names the condition that fails. */
export const { refuse: refuseVault, ...vaultRefusals } = declareRefusals('primevault', {
  amount_not_allowed: 422,
  vault_terms_required: 403,
  terms_changed: 409,
  promocode_unknown: 422,
  promocode_not_yet_valid: 422,
  promocode_expired: 422,
  promocode_used_up: 422,
  promocode_used_by_you: 422,
  promocode_minimum: 422,
  promocode_spent: 422,
});
