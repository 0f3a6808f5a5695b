import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refuseWallet, ...walletRefusals } = declareRefusals('wallet', {
  not_your_account: 403,
  no_rate: 503,
  rate_changed: 409,
  brl_hour_full: 409,
  terms_changed: 409,
  email_unconfirmed: 403,
  below_minimum: 422,
});
