import * as z from 'zod/mini';
import { languages } from '#platform/languages.ts';
import { endpoint } from '#platform/endpoint.ts';
import { newPasskey, passkeyAnswer, passkeyQuestion } from '#secondfactor/contract.ts';
import { typedDigits } from '#platform/typed/code-schemas.ts';
import { typedLine, typedName } from '#platform/typed/schemas.ts';
import { roles } from './roles.ts';

/**
 * How staff log in: an address and a password, then always an authenticator app's code or a passkey. The session is a cookie that no script
 * can read and no other site can send; a customer's token is not accepted.
 */
export const staffSessionHours = 8;
export const staffIdleMinutes = 15;
export const invitationHours = 48;
/** How long the second step may take, and the set-up of a second factor. */
export const secondStepMinutes = 5;
export const setUpMinutes = 20;

export const staffToken = z.string().check(z.regex(/^[\w-]{43}$/));
const password = z.string().check(z.minLength(12), z.maxLength(128));
const ticket = z.strictObject({ ticket: staffToken });

export const logInStaff = endpoint({
  method: 'POST',
  path: '/console/login',
  access: 'public',
  summary: 'The first step: address and password. The ticket is for the second step, or for setting up a second factor',
  body: z.strictObject({
    email: typedLine(254),
    password: z.string().check(z.maxLength(1024)),
  }),
  answer: z.object({
    Ticket: z.string(),
    /** `set_up`: there is no second factor yet, and nothing else is accessible until there is. */
    Next: z.enum(['second_step', 'set_up']),
    App: z.boolean(),
    Passkey: z.nullable(passkeyQuestion),
  }),
  refusals: ['invalid_login', 'too_many_attempts'],
});

export const showSecondFactor = endpoint({
  method: 'POST',
  path: '/console/login/second',
  access: 'public',
  summary: 'The second step: a code or a passkey. The session is a cookie',
  body: z.strictObject({
    ticket: staffToken,
    code: z.optional(typedDigits),
    passkey: z.optional(passkeyAnswer),
  }),
  refusals: ['ticket_invalid', 'second_factor_wrong', 'too_many_attempts'],
});

export const readWaysIn = endpoint({
  method: 'GET',
  path: '/console/login/ways',
  access: 'public',
  summary: 'The ways to sign in besides a password',
  answer: z.object({
    /** Name of the OpenID Connect provider; null where there is none. */
    Provider: z.nullable(z.string()),
  }),
});

export const goToProvider = endpoint({
  method: 'POST',
  path: '/console/login/provider/begin',
  access: 'public',
  summary: 'Sign in with the OpenID Connect provider: where to send the browser. Sets a cookie for its return',
  answer: z.object({ Url: z.string() }),
  refusals: ['no_provider', 'provider_away', 'too_many_attempts'],
});

export const comeFromProvider = endpoint({
  method: 'POST',
  path: '/console/login/provider',
  access: 'public',
  summary: 'Return from the provider: the remaining step, or the session',
  body: z.strictObject({
    /** The query string of the address that the browser came back to, with its question mark. */
    search: typedLine(4096),
  }),
  answer: z.object({
    /** `in`: what was shown at the provider counts as the second factor, and the session has started. */
    Next: z.enum(['second_step', 'set_up', 'in']),
    Ticket: z.string(),
    App: z.boolean(),
    Passkey: z.nullable(passkeyQuestion),
  }),
  refusals: [
    'no_provider',
    'provider_away',
    'provider_refused',
    'provider_unverified',
    'provider_not_invited',
    'provider_invitation_over',
    'provider_other_account',
    'provider_disabled',
    'too_many_attempts',
  ],
});

export const joinStaff = endpoint({
  method: 'POST',
  path: '/console/join',
  access: 'public',
  summary: 'Accept an invitation: choose name and password; the ticket is for setting up a second factor',
  body: z.strictObject({ token: staffToken, name: typedName, password }),
  answer: z.object({ Ticket: z.string() }),
  refusals: ['invitation_invalid', 'password_too_common', 'password_too_personal', 'too_many_attempts'],
});

export const forgotStaff = endpoint({
  method: 'POST',
  path: '/console/login/forgot',
  access: 'public',
  summary:
    'Mail a link for choosing another password, to whoever has one here; the answer does not tell whether anybody does',
  body: z.strictObject({ email: typedLine(254) }),
  refusals: ['too_many_attempts'],
});

export const chooseStaffPassword = endpoint({
  method: 'POST',
  path: '/console/login/password',
  access: 'public',
  summary:
    'Choose another password by a mailed link; it ends every session, and the second step is the member’s own factor',
  body: z.strictObject({ token: staffToken, password }),
  answer: z.object({
    Ticket: z.string(),
    Next: z.enum(['second_step', 'set_up']),
    App: z.boolean(),
    Passkey: z.nullable(passkeyQuestion),
  }),
  refusals: ['invitation_invalid', 'password_too_common', 'password_too_personal', 'too_many_attempts'],
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/console/me/sessions',
  access: 'staff',
  summary: 'Where the caller is signed in',
  answer: z.array(
    z.object({
      Id: z.uuid(),
      Began: z.iso.datetime(),
      LastUsed: z.iso.datetime(),
      /** The network address. */
      From: z.string(),
      /** Such as `Chrome · Windows`; null if it is not recognised. */
      Device: z.nullable(z.string()),
      IsThis: z.boolean(),
    }),
  ),
});

export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/console/me/sessions/end',
  access: 'staff',
  summary: 'End every other session of the caller',
  answer: z.object({ Ended: z.int() }),
});

export const beginStaffApp = endpoint({
  method: 'POST',
  path: '/console/set-up/app',
  access: 'public',
  summary: 'A secret for an authenticator app, shown once',
  body: ticket,
  answer: z.object({ Secret: z.string(), Uri: z.string() }),
  refusals: ['ticket_invalid'],
});

export const confirmStaffApp = endpoint({
  method: 'POST',
  path: '/console/set-up/app/confirm',
  access: 'public',
  summary: 'The first code of the app; the session begins',
  body: z.strictObject({ ticket: staffToken, code: typedDigits }),
  refusals: ['ticket_invalid', 'second_factor_wrong', 'too_many_attempts'],
});

export const beginStaffPasskey = endpoint({
  method: 'POST',
  path: '/console/set-up/passkey',
  access: 'public',
  summary: 'What the browser needs to create a passkey',
  body: ticket,
  answer: passkeyQuestion,
  refusals: ['ticket_invalid', 'passkeys_need_a_name'],
});

export const addStaffPasskey = endpoint({
  method: 'POST',
  path: '/console/set-up/passkey/add',
  access: 'public',
  summary: 'The passkey that the browser created; the session begins',
  body: z.strictObject({ ticket: staffToken, name: typedName, credential: newPasskey }),
  refusals: ['ticket_invalid', 'second_factor_wrong', 'passkeys_need_a_name'],
});

export const readMe = endpoint({
  method: 'GET',
  path: '/console/me',
  access: 'staff',
  summary: 'Who is signed in, in which role, and until when',
  answer: z.object({
    Id: z.uuid(),
    Name: z.string(),
    Email: z.string(),
    Role: z.enum(roles),
    /** What the caller last read the console in, in which they are written to; null until it is known. */
    Language: z.nullable(z.enum(languages)),
    Expires: z.iso.datetime(),
    /** Business time, which determines the current day; can be moved ahead in sandbox mode. */
    Now: z.iso.datetime(),
    /** The zone whose midnights end the house's days. */
    Zone: z.string(),
    IdleMinutes: z.int(),
    Mode: z.enum(['sandbox', 'production']),
    Brand: z.string(),
  }),
});

export const chooseOwnLanguage = endpoint({
  method: 'POST',
  path: '/console/me/language',
  access: 'staff',
  summary: 'The language in which the caller reads the console, and is written to',
  body: z.strictObject({ language: z.enum(languages) }),
});

export const logOutStaff = endpoint({
  method: 'POST',
  path: '/console/logout',
  access: 'staff',
  summary: 'End this session',
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/console/staff',
  access: 'staff',
  summary: 'Current and former staff: role, second factors, who invited them',
  answer: z.array(
    z.object({
      Id: z.uuid(),
      Name: z.string(),
      Email: z.string(),
      Role: z.enum(roles),
      Invited: z.iso.datetime(),
      /** Null when invited on the command line. */
      InvitedBy: z.nullable(z.string()),
      /** Whether a second person approved the invitation, or it was made on the command line. */
      Vouched: z.boolean(),
      Joined: z.nullable(z.iso.datetime()),
      Left: z.nullable(z.iso.datetime()),
      App: z.boolean(),
      Passkeys: z.int(),
      /** When they were last here; null if never. */
      Seen: z.nullable(z.iso.datetime()),
    }),
  ),
});
