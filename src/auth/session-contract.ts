import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { unreadPathPart } from '#platform/unread-path-part.ts';
import { typedDigits } from '#platform/typed/code-schemas.ts';
import { openedSession, password } from './contract.ts';
import { browsers, systems } from './device.ts';

/** The customer's sessions: listing them, ending each, renewing one before its end, and changing the password behind them. */

/** Up to this age a session may change the password without the present one. */
export const youngSessionMinutes = 10;

/** One of these if the customer has a second factor, in the format of POST /auth/second-key. */
const shownKey = {
  code: z.optional(typedDigits),
  recovery: z.optional(z.string().check(z.maxLength(100))),
  passkey: z.optional(z.looseObject({ id: z.string() })),
};

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/password/:password',
  access: 'investor',
  summary:
    'Change the password; ends every other session and invalidates every link issued. Requires the second factor where there is one. The path part is ignored: send “-”',
  params: z.object({ password: unreadPathPart }),
  body: z.object({
    password,
    current: z.optional(z.string().check(z.maxLength(1024))),
    ...shownKey,
  }),
  refusals: [
    'reauthenticate',
    'wrong_password',
    'second_key_required',
    'second_key_wrong',
    'password_too_common',
    'password_too_personal',
    'too_many_attempts',
  ],
});

/** A valid session as shown to its owner. `LastUsed` is accurate to about five minutes. */
export const sessionEntry = z.object({
  Id: z.uuid(),
  Browser: z.nullable(z.enum(browsers)),
  System: z.nullable(z.enum(systems)),
  Created: z.iso.datetime(),
  LastUsed: z.iso.datetime(),
  Expires: z.iso.datetime(),
  /** Whether this is the caller's session. */
  Current: z.boolean(),
});
export type SessionEntry = z.output<typeof sessionEntry>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'investor',
  summary: 'The customer’s valid sessions, most recently used first, at most a hundred',
  answer: z.array(sessionEntry),
});

export const endOneSession = endpoint({
  method: 'POST',
  path: '/api/sessions/:id/end',
  access: 'investor',
  summary: 'End one session of the customer, this one included; its token never works again',
  params: z.object({ id: z.string() }),
  refusals: ['not_found'],
});

/** How long before its end the page announces the end of a session (G5). */
export const endAnnouncedMinutes = 2;

export const renewSession = endpoint({
  method: 'POST',
  path: '/api/sessions/renew',
  access: 'investor',
  summary:
    'Replace this session with a new one of the same length, after showing what a login requires; the old token never works again',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)), ...shownKey }),
  answer: openedSession,
  refusals: ['wrong_password', 'second_key_required', 'second_key_wrong', 'too_many_attempts'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/others/end',
  access: 'investor',
  summary: 'End all of the customer’s sessions except this one',
});
