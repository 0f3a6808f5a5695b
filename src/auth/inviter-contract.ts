import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { typedCode } from '#platform/typed/code-schemas.ts';

export const readInviter = endpoint({
  method: 'GET',
  path: '/auth/inviter',
  access: 'public',
  summary: 'Whose referral code it is, before an account is created with it: first name and initial; null if nobody’s',
  query: z.object({ code: typedCode }),
  answer: z.object({ Name: z.nullable(z.string()) }),
});
