import { declareRefusals } from '#platform/refusal.ts';

/** Why a login or a registration is refused. Too many attempts is the platform's own refusal. */
export const { refuse: refuseAuth, ...authRefusals } = declareRefusals('auth', {
  invalid_credentials: 401,
  second_key_required: 401,
  reauthenticate: 403,
  email_taken: 409,
  terms_changed: 409,
  email_already_confirmed: 409,
  fields_required: 422,
  password_too_common: 422,
  password_too_personal: 422,
  under_age: 422,
  unknown_code: 422,
  token_invalid: 422,
  wrong_password: 422,
});
