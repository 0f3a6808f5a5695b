import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refuseProfile, ...profileRefusals } = declareRefusals('profile', {
  picture_too_large: 413,
  file_type: 415,
  invalid_phone: 422,
  under_age: 422,
});
