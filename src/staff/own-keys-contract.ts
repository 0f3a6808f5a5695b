import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { typedDigits } from '#platform/typed/code-schemas.ts';
import { typedName } from '#platform/typed/schemas.ts';
import { newPasskey, passkeyAnswer, passkeyQuestion } from '#secondfactor/contract.ts';
import { staffToken } from './contract.ts';

/**
 * A member's own second factors. Each change is made with a ticket for which password and factor were shown anew, ends their other sessions,
 * is mailed to them and is an entry in the account of actions. The last factor stays.
 */
export const mostPasskeys = 10;

const ticket = z.strictObject({ ticket: staffToken });

export const listOwnKeys = endpoint({
  method: 'GET',
  path: '/console/me/keys',
  access: 'staff',
  summary: 'The caller’s second factors',
  answer: z.object({
    /** When the authenticator app was added; null if there is none. */
    App: z.nullable(z.iso.datetime()),
    Passkeys: z.array(
      z.object({
        Id: z.uuid(),
        Name: z.string(),
        Added: z.iso.datetime(),
        LastUsed: z.nullable(z.iso.datetime()),
      }),
    ),
    /** False for whoever comes in by the provider alone. */
    HasPassword: z.boolean(),
  }),
});

export const beginOwnChange = endpoint({
  method: 'POST',
  path: '/console/me/keys/begin',
  access: 'staff',
  summary: 'Show the password anew, if there is one; the ticket is for showing the second factor',
  body: z.strictObject({ password: z.optional(z.string().check(z.maxLength(1024))) }),
  answer: z.object({ Ticket: z.string(), App: z.boolean(), Passkey: z.nullable(passkeyQuestion) }),
  refusals: ['invalid_login', 'no_own_factor', 'too_many_attempts'],
});

export const proveOwnFactor = endpoint({
  method: 'POST',
  path: '/console/me/keys/prove',
  access: 'staff',
  summary: 'Show the second factor anew; the ticket is for one change of the second factors',
  body: z.strictObject({ ticket: staffToken, code: z.optional(typedDigits), passkey: z.optional(passkeyAnswer) }),
  answer: z.object({ Ticket: z.string() }),
  refusals: ['ticket_invalid', 'second_factor_wrong', 'too_many_attempts'],
});

export const beginOwnPasskey = endpoint({
  method: 'POST',
  path: '/console/me/keys/passkey',
  access: 'staff',
  summary: 'What the browser needs to create another passkey',
  body: ticket,
  answer: passkeyQuestion,
  refusals: ['ticket_invalid', 'passkeys_need_a_name', 'too_many_passkeys'],
});

export const addOwnPasskey = endpoint({
  method: 'POST',
  path: '/console/me/keys/passkey/add',
  access: 'staff',
  summary: 'The passkey that the browser created, under a name',
  body: z.strictObject({ ticket: staffToken, name: typedName, credential: newPasskey }),
  refusals: ['ticket_invalid', 'second_factor_wrong', 'passkeys_need_a_name', 'too_many_passkeys'],
});

export const beginOwnApp = endpoint({
  method: 'POST',
  path: '/console/me/keys/app',
  access: 'staff',
  summary: 'A secret for an authenticator app, shown once, for whoever has none',
  body: ticket,
  answer: z.object({ Secret: z.string(), Uri: z.string() }),
  refusals: ['ticket_invalid', 'app_there'],
});

export const confirmOwnApp = endpoint({
  method: 'POST',
  path: '/console/me/keys/app/confirm',
  access: 'staff',
  summary: 'The first code of the app',
  body: z.strictObject({ ticket: staffToken, code: typedDigits }),
  refusals: ['ticket_invalid', 'second_factor_wrong', 'app_there', 'too_many_attempts'],
});

export const removeOwnKey = endpoint({
  method: 'POST',
  path: '/console/me/keys/remove',
  access: 'staff',
  summary: 'Remove the app or a passkey; never the last',
  body: z.strictObject({ ticket: staffToken, which: z.union([z.literal('app'), z.uuid()]) }),
  refusals: ['ticket_invalid', 'last_factor', 'not_found'],
});
