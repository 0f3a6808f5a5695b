import { declareRefusals } from './refusal.ts';

/** Refusals that any call may answer: unreadable input, an unknown caller, or an unavailable dependency. */
export const { refuse: refusePlatform, ...platformRefusals } = declareRefusals('platform', {
  bad_request: 400,
  unauthenticated: 401,
  not_found: 404,
  items_not_found: 404,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  given_up: 409,
  payload_too_large: 413,
  answer_too_large: 422,
  unsupported_media_type: 415,
  invalid_field: 422,
  invalid_amount: 422,
  invalid_idempotency_key: 422,
  too_many_attempts: 429,
  fault: 500,
  unavailable: 503,
});
