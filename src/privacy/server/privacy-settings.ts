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
