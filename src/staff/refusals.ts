import { declareRefusals } from '#platform/refusal.ts';

/** Why somebody is not let in, or may not do what they request. */
export const { refuse: refuseStaff, ...staffRefusals } = declareRefusals('staff', {
  invalid_login: 401,
  ticket_invalid: 401,
  second_factor_wrong: 401,
  invitation_invalid: 422,
  no_provider: 404,
  provider_away: 503,
  provider_refused: 401,
  provider_unverified: 401,
  provider_not_invited: 401,
  provider_invitation_over: 401,
  provider_other_account: 401,
  provider_disabled: 401,
  passkeys_need_a_name: 409,
  no_own_factor: 409,
  app_there: 409,
  too_many_passkeys: 409,
  last_factor: 409,
  foreign_site: 403,
  role_may_not: 403,
});
