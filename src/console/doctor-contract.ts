import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';

export const findingStates = ['wrong', 'warning', 'unknown', 'ok'] as const;

const finding = z.object({
  /** In the reader's language, as is everything but the names of settings and what other programs said. */
  Check: z.string(),
  /** What the check is for. */
  About: z.string(),
  State: z.enum(findingStates),
  Said: z.string(),
  /** What to do; null if nothing is amiss. */
  Remedy: z.nullable(z.string()),
});
export type FindingAnswer = z.output<typeof finding>;

export const readDoctor = endpoint({
  method: 'GET',
  path: '/console/doctor',
  access: 'staff',
  summary: 'What `lastro doctor` finds, asked by the server that answers, on its machine and with its settings',
  heavy: true,
  answer: z.object({ At: z.iso.datetime(), Findings: z.array(finding) }),
});
