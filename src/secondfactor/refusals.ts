import { declareRefusals } from '#platform/refusal.ts';

/** Why the second factor is requested or rejected. */
export const { refuse: refuseSecondFactor, ...secondFactorRefusals } = declareRefusals('secondfactor', {
  ticket_invalid: 401,
  second_key_required: 403,
  approval_invalid: 403,
  withdrawals_closed: 403,
  reauthenticate: 403,
  email_unconfirmed: 403,
  no_second_key: 409,
  no_passkey: 409,
  no_removal: 409,
  setup_expired: 409,
  passkeys_need_a_name: 409,
  passkey_known: 409,
  too_many_passkeys: 409,
  second_key_wrong: 422,
  wrong_password: 422,
  passkey_refused: 422,
  link_invalid: 422,
});
