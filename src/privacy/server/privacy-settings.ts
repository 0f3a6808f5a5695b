import * as z from 'zod/mini';
import { declareSetting } from '#settings/server/settings.ts';

/**
 * Five years, with the leap days that they can have: Brazilian law (Law 9.613/98, article 10, § 2) requires customers’ identities and their
 * operations to be kept that long after the last of them. An institution that the central bank supervises sets ten (Circular 3.978/2020,
 * article 67: 3653). The sandbox’s customers are invented.
 */
export const keepDays = declareSetting({
  key: 'privacy.keep_days',
  unit: 'days',
  description:
    'For how many days after their last movement a customer cannot be erased, because the law requires their identity to be kept',
  schema: z.int().check(z.gte(0), z.lte(7300)),
  standard: (mode) => (mode === 'sandbox' ? 0 : 5 * 365 + 2),
});

/** Brazilian law (LGPD, article 19) requires a full copy within 15 days; where another law applies the operator sets the term. */
export const answerDays = declareSetting({
  key: 'privacy.answer_days',
  unit: 'days',
  description: 'Within how many days of its receipt a privacy request has to be answered',
  schema: z.int().check(z.gte(1), z.lte(90)),
  standard: () => 15,
});
