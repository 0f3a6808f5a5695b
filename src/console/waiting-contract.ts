import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/** What waits for the caller's decision, and what of theirs waits for others. */
export const waiting = z.object({
  ToDecide: z.int(),
  /** When the first of those to decide was made. */
  Oldest: z.nullable(z.iso.datetime()),
  Mine: z.int(),
});

export type Waiting = z.output<typeof waiting>;

export const readWaiting = endpoint({
  method: 'GET',
  path: '/console/waiting',
  access: 'staff',
  summary: 'How many requests wait for the caller’s decision, and since when',
  answer: waiting,
});
