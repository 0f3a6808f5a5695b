import * as z from 'zod/mini';
import { declareSetting } from '#platform/server/settings.ts';

/** Money-laundering law differs from country to country: the operator sets what applies. */
export const keepDays = declareSetting({
  key: 'privacy.keep_days',
  unit: 'days',
  description:
    'For how many days after their last movement a customer cannot be erased, because the law requires their identity to be kept',
  schema: z.int().check(z.gte(0), z.lte(7300)),
  standard: () => 0,
});

/** Brazilian law (LGPD, article 19) requires a full copy within 15 days; where another law applies the operator sets the term. */
export const answerDays = declareSetting({
  key: 'privacy.answer_days',
  unit: 'days',
  description: 'Within how many days of its receipt a privacy request has to be answered',
  schema: z.int().check(z.gte(1), z.lte(90)),
  standard: () => 15,
});
