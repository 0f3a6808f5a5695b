import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

/** The guarded USD/BRL rate: the one in force, those refused, and staff decisions. */
const moment = z.iso.datetime();
const number = z.string().check(z.regex(/^[1-9]\d{0,17}$/));
const sides = { High: z.nullable(z.number()), Low: z.nullable(z.number()), Quoted: moment };

export const readGuard = endpoint({
  method: 'GET',
  path: '/console/rates',
  access: 'staff',
  summary: 'The rate in force or why there is none, the refused rate awaiting a decision, and the bounds',
  answer: z.object({
    Present: z.nullable(z.object(sides)),
    Closed: z.nullable(z.enum(['refused', 'too_old', 'away'])),
    /** Newest first. */
    Refused: z.array(
      z.object({
        Number: z.string(),
        ...sides,
        Why: z.enum(['senseless', 'spread', 'change', 'first', 'second_source', 'within_bounds']),
        Refused: moment,
        LastSeen: moment,
      }),
    ),
    Bounds: z.object({
      MaxAgeMinutes: z.number(),
      /** Per cent. */
      MaxSpread: z.number(),
      MaxChange: z.number(),
      MaxDisagreement: z.number(),
      FirstBetween: z.nullable(z.array(z.number())),
    }),
  }),
});

export const listRates = endpoint({
  method: 'GET',
  path: '/console/rates/accepted',
  access: 'staff',
  summary: 'The accepted rates, newest first; who let one through, and why',
  query: z.object({ after: z.optional(number) }),
  answer: z.array(
    z.object({
      Number: z.string(),
      ...sides,
      Accepted: moment,
      LastSeen: moment,
      ByOperator: z.boolean(),
      By: z.nullable(z.string()),
      Reason: z.nullable(z.string()),
    }),
  ),
  pages: true,
});
