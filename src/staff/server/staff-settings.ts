import * as z from 'zod/mini';
import { declareSetting } from '#settings/server/settings.ts';

/** Actions that take two people, besides those that always do (`policy.ts`). It adds, and takes nothing away. */
export const twoPeople = declareSetting({
  key: 'console.two_people',
  unit: 'commands',
  description: 'Commands that need two people in the console, besides those that always do: a list of names',
  schema: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100)),
  standard: () => [],
});

/** A withdrawal waiting for approval takes two people above this amount, together with what the same member approved alone in 24 hours. */
export const aloneUpToUsd = declareSetting({
  key: 'console.alone_up_to_usd',
  unit: 'usd',
  description: 'How much in withdrawals, in US dollars, one person may approve alone within 24 hours; more takes two',
  schema: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  standard: () => 0,
});

export const staffSettings = [twoPeople, aloneUpToUsd];
