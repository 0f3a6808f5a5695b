import * as z from 'zod/mini';
import { deviceHeaders } from '#platform/device-token.ts';
import { endpoint } from '#platform/endpoint.ts';
import { typedCode } from '#platform/typed/code-schemas.ts';
import { typedEmail, typedLine, typedName, typedPhone } from '#platform/typed/schemas.ts';
import { isOfTheSandbox } from './email.ts';

/**
 * Login: an address and a password are exchanged for a session token (spec §7). A session lasts 4 h 58 min, or 30 days if the customer asks
 * to stay logged in; logging out ends it for good.
 */
export const sessionMinutes = 4 * 60 + 58;
export const keptSessionDays = 30;
/** An unused session ends earlier: an open page uses it, whether or not somebody is looking (decision 42). */
export const idleMinutes = 2 * 60;
export const keptIdleDays = 14;

export const shortestPassword = 8;
export const longestPassword = 128;
export const password = z.string().check(z.minLength(shortestPassword), z.maxLength(longestPassword));
/** Anything earlier is a typing error. */
const earliestBirth = '1900-01-01';
export const openedSession = z.object({ token: z.string(), expires: z.iso.datetime() });

export const logIn = endpoint({
  method: 'POST',
  path: '/auth',
  access: 'public',
  summary: 'Log in',
  headers: deviceHeaders,
  body: z.object({
    // A missing field is treated as empty: the customer is told to fill in both.
    email: z._default(typedLine(254), ''),
    password: z._default(z.string().check(z.maxLength(1024)), ''),
    keep: z.optional(z.boolean()),
  }),
  answer: openedSession,
  // 401 `second_key_required` carries in `details` what the second step needs; only a correct password gets this answer.
  refusals: ['fields_required', 'invalid_credentials', 'second_key_required', 'too_many_attempts'],
});

/** The fees in the current terms of use, in per cent, as read before accepting. */
export const presentTerms = z.object({
  Version: z.string(),
  Fees: z.object({ StakeCancel: z.number(), WithdrawUsdt: z.number(), TaxWithheld: z.optional(z.number()) }),
});

export const readPresentTerms = endpoint({
  method: 'GET',
  path: '/auth/terms',
  access: 'public',
  summary: 'The version of the terms of use in force, and the fees that they state',
  answer: presentTerms,
});

/**
 * The fees in the terms that the customer read, in per cent: for cancelling a stake early, for USDT, and the tax withheld, if any. Refused
 * if they have changed since.
 */
const quotedFees = z.optional(z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?( \d{1,2}(\.\d{1,2})?){1,2}$/)));

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/auth/terms/accept',
  access: 'investor',
  summary: 'Accept the terms of use in force, for a customer whom the operator created',
  headers: z.object({ 'quoted-fees': quotedFees }),
  body: z.strictObject({ terms: z.literal(true) }),
  refusals: ['terms_changed', 'too_many_attempts'],
});

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary: 'Create an account',
  headers: z.object({ ...deviceHeaders.shape, 'quoted-fees': quotedFees }),
  body: z.object({
    name: typedName,
    email: typedEmail.check(z.refine((typed) => !isOfTheSandbox(typed))),
    phone: typedPhone,
    birth: z.iso.date().check(z.refine((date) => date >= earliestBirth)),
    password,
    terms: z.literal(true),
    code: z.optional(typedCode),
  }),
  answer: openedSession,
  status: 201,
  refusals: [
    'email_taken',
    'terms_changed',
    'password_too_common',
    'password_too_personal',
    'under_age',
    'unknown_code',
    'too_many_attempts',
  ],
});

/** A mailed link opens a page that submits its token; the email states how long it is valid. */
export const resetMinutes = 30;
export const confirmDays = 3;

// A malformed token gets the same answer as an expired one: a customer who mangled a link while copying it needs the same advice.
const mailedToken = z.string().check(z.maxLength(500));

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm',
  access: 'public',
  summary:
    'Confirm an e-mail address with the token that was mailed to it; repeating it with the same token returns the same answer',
  body: z.object({ token: mailedToken }),
  refusals: ['token_invalid'],
});

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/auth/confirm/send',
  access: 'investor',
  summary: 'Mail the customer another confirmation link',
  status: 202,
  refusals: ['email_already_confirmed', 'too_many_attempts'],
});

export const recoverPassword = endpoint({
  method: 'POST',
  path: '/auth/recover',
  access: 'public',
  headers: deviceHeaders,
  summary: 'Mail a password reset link if the address has an account; the answer never reveals whether it does',
  body: z.object({ email: typedEmail }),
  status: 202,
  refusals: ['too_many_attempts'],
});

// Not a GET: the token is a secret, which belongs in no address.
export const lookAtReset = endpoint({
  method: 'POST',
  path: '/auth/reset/look',
  access: 'public',
  summary: 'Whether the mailed token can still set a new password; looking does not use it up',
  body: z.object({ token: mailedToken }),
  refusals: ['token_invalid', 'too_many_attempts'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset',
  access: 'public',
  headers: deviceHeaders,
  summary: 'Set a new password with the mailed token; it works once and ends every session',
  body: z.object({ token: mailedToken, password }),
  refusals: ['token_invalid', 'password_too_common', 'password_too_personal', 'too_many_attempts'],
});
