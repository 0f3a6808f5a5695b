import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * The outcome of a call that moves money, looked up by its idempotency key by a client that never got the answer. `none` means that nothing
 * of it is committed; it may still be under way, so only giving it up ensures that nothing will be.
 */
export const intentOutcome = z.object({
  State: z.enum(['none', 'done', 'refused']),
  /** The call's own answer, or its refusal; null while there is neither. */
  Answer: z.unknown(),
});
export type IntentOutcome = z.output<typeof intentOutcome>;

const params = z.object({ key: z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/)) });

export const readIntent = endpoint({
  method: 'GET',
  path: '/api/intents/:key',
  access: 'investor',
  summary: 'The outcome of a call that moves money, by its idempotency key',
  params,
  answer: intentOutcome,
});

export const giveUpIntent = endpoint({
  method: 'POST',
  path: '/api/intents/:key/give-up',
  access: 'investor',
  summary: 'Make sure that a call whose answer never arrived has no effect from now on, or learn that it already had',
  params,
  answer: intentOutcome,
  refusals: ['idempotency_in_progress'],
});
