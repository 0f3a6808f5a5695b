import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { after, person } from './transfers-contract.ts';

/** The vault's promotional codes and their uses. */
const moment = z.iso.datetime();
const code = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9_-]{1,31}$/));

export const shownPromocode = z.object({
  Code: z.string(),
  /** Percentage points. */
  Points: z.number(),
  Uses: z.int(),
  UsesAllowed: z.int(),
  UsesPerCustomer: z.int(),
  /** USD that its points have added to profits, of those that they may. */
  Promised: answerAmount,
  MostPromised: answerAmount,
  /** USD. */
  Minimum: answerAmount,
  From: moment,
  /** The first instant at which the code is no longer valid. */
  Until: moment,
  Ended: z.nullable(moment),
  State: z.enum(['upcoming', 'active', 'expired', 'used_up']),
});
export type ShownPromocode = z.output<typeof shownPromocode>;

export const listPromocodes = endpoint({
  method: 'GET',
  path: '/console/promocodes',
  access: 'staff',
  summary: 'The promotional codes, latest start first',
  query: z.object({ after }),
  answer: z.array(shownPromocode),
  pages: true,
});

export const listUses = endpoint({
  method: 'GET',
  path: '/console/promocodes/:code/uses',
  access: 'staff',
  summary: 'The investments made with a code, newest first. Viewing them is an action',
  params: z.object({ code }),
  query: z.object({ after }),
  answer: z.array(
    z.object({ Id: z.uuid(), Customer: person, Opened: moment, Amount: answerAmount, Rate: z.number(), Ends: moment }),
  ),
  pages: true,
});
