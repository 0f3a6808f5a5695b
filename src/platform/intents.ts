import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * What has become of a call that moves money, asked by its idempotency key: for whoever sent one and never heard the answer.
 * `none` says that nothing of it is committed; it may still be under way, so only giving it up makes sure that nothing will be.
 */
export const intentOutcome = z.object({
  State: z.enum(['none', 'done', 'refused']),
  /** What the call itself answered, or its refusal; null while there is none. */
  Answer: z.unknown(),
});
export type IntentOutcome = z.output<typeof intentOutcome>;

const params = z.object({ key: z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/)) });

export const readIntent = endpoint({
  method: 'GET',
  path: '/api/intents/:key',
  access: 'investor',
  summary: 'What has become of a call that moves money, by its idempotency key',
  // It waits for whoever is under way with the key.
  sessionFirst: true,
  params,
  answer: intentOutcome,
});

export const giveUpIntent = endpoint({
  method: 'POST',
  path: '/api/intents/:key/give-up',
  access: 'investor',
  summary: 'Make sure that a call whose answer was never heard does nothing from now on; or learn that it has',
  params,
  answer: intentOutcome,
  refusals: ['idempotency_in_progress'],
});
