import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refusePrimezord, ...primezordRefusals } = declareRefusals('primezord', {
  amount_not_allowed: 422,
  bot_required: 403,
  already_subscribed: 409,
  fee_changed: 409,
});
