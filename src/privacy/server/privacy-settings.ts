import * as z from 'zod/mini';
import { declareSetting } from '#platform/server/settings.ts';

/** What the law against money laundering asks for differs from country to country: the operator says what holds for them. */
export const keepDays = declareSetting({
  key: 'privacy.keep_days',
  unit: 'days',
  description:
    'How many days after their last movement a customer cannot be erased yet, because the law keeps who they are',
  schema: z.int().check(z.gte(0), z.lte(7300)),
  standard: () => 0,
});

/** A full copy is due within 15 days by the Brazilian law (LGPD, article 19); where another one holds the operator says so. */
export const answerDays = declareSetting({
  key: 'privacy.answer_days',
  unit: 'days',
  description: 'Within how many days of the day on which it came in a privacy request has to be answered',
  schema: z.int().check(z.gte(1), z.lte(90)),
  standard: () => 15,
});
