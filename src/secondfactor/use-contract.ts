import * as z from 'zod/mini';
import { requestAmount } from '#money/amount.ts';
import { deviceHeaders } from '#platform/device-token.ts';
import { endpoint } from '#platform/endpoint.ts';
import { movePurpose, passkeyQuestion, secondFactorWays, shownKey, transferCurrency } from './contract.ts';

/** Where the second factor is shown, and what happens when a customer has lost it. */
export const ticketMinutes = 5;
export const approvalMinutes = 5;
export const ticketAttempts = 5;
export const lostLinkMinutes = 60;
/** A removal without the key waits `removalHours` of real time; withdrawals then stay closed for `closedHours`. */
export const removalHours = 72;
export const closedHours = 24;

/** `details` of the 401 that answers a right password where there is a second factor. */
export const secondFactorRequest = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(secondFactorWays)),
  passkey: z.optional(passkeyQuestion),
});
export type SecondFactorRequest = z.output<typeof secondFactorRequest>;

const ticket = z.string().check(z.maxLength(100));

export const finishLogIn = endpoint({
  method: 'POST',
  path: '/auth/second-key',
  access: 'public',
  summary: 'Finish logging in, with the ticket from POST /auth and the second factor',
  headers: deviceHeaders,
  body: z.strictObject({ ticket, ...shownKey }),
  answer: z.object({ token: z.string(), expires: z.iso.datetime() }),
  refusals: ['ticket_invalid', 'second_key_required', 'second_key_wrong', 'too_many_attempts'],
});

export const askRemoval = endpoint({
  method: 'POST',
  path: '/auth/second-key/lost',
  access: 'public',
  summary: 'Mail the ticket’s customer the link that requests removal of their second factor',
  body: z.strictObject({ ticket }),
  status: 202,
  refusals: ['ticket_invalid', 'too_many_attempts'],
});

export const confirmRemoval = endpoint({
  method: 'POST',
  path: '/auth/second-key/lost/confirm',
  access: 'public',
  summary: 'Request the removal with the mailed token: it waits 72 hours, and showing the second factor cancels it',
  body: z.strictObject({ token: ticket }),
  answer: z.object({ Removes: z.iso.datetime() }),
  refusals: ['link_invalid', 'too_many_attempts'],
});

export const cancelRemoval = endpoint({
  method: 'POST',
  path: '/api/second-key/removal/cancel',
  access: 'investor',
  summary: 'Cancel the pending removal by showing the second factor or a recovery code',
  body: z.strictObject(shownKey),
  refusals: ['no_removal', 'second_key_required', 'second_key_wrong', 'too_many_attempts'],
});

export const approveMove = endpoint({
  method: 'POST',
  path: '/api/second-key/approvals',
  access: 'investor',
  summary:
    'Show the second factor for one withdrawal (its amount and currency), for leaving one position early, or for the bot’s price: send the token with it as Second-Key-Approval, once, within five minutes',
  body: z.strictObject({
    purpose: z._default(movePurpose, 'withdrawal'),
    amount: z.optional(requestAmount.check(z.refine((amount) => amount > 0, { error: 'invalid_amount' }))),
    currency: z.optional(transferCurrency),
    position: z.optional(z.uuid()),
    code: shownKey.code,
    passkey: shownKey.passkey,
  }),
  answer: z.object({ Token: z.string(), Expires: z.iso.datetime() }),
  status: 201,
  refusals: ['invalid_amount', 'no_second_key', 'second_key_required', 'second_key_wrong', 'too_many_attempts'],
});
