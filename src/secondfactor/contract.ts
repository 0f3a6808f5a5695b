import * as z from 'zod/mini';
import { requestAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { typedDigits } from '#platform/typed/code-schemas.ts';
import { typedLabel } from '#platform/typed/schemas.ts';

/**
 * The second factor: what a customer shows besides the password, an authenticator app's code or a passkey. Once there is one, every login
 * and whatever gives money up requires it. Recovery codes allow logging in and changing a lost one; only the key itself moves money out.
 */
export const secondFactorWays = ['app', 'passkey', 'recovery'] as const;
export type SecondFactorWay = (typeof secondFactorWays)[number];

export const mostPasskeys = 10;
export const recoveryCodeCount = 10;
export const setupMinutes = 10;
export const challengeMinutes = 5;

const base64url = (most: number) => z.string().check(z.regex(/^[\w-]*$/), z.maxLength(most));
const code = typedDigits;
const recovery = z.string().check(z.maxLength(100));
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };

/** The browser's passkey assertion, in the JSON form of the WebAuthn standard. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(200)),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(16_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** The options a browser passes to its passkey; forwarded unchanged. */
export const passkeyQuestion = z.looseObject({ challenge: z.string() });
export type PasskeyQuestion = z.output<typeof passkeyQuestion>;

/** The ways of showing the key, one at a time. */
export const shownKey = {
  code: z.optional(code),
  recovery: z.optional(recovery),
  passkey: z.optional(passkeyAnswer),
};
export interface ShownKey {
  code?: string | undefined;
  recovery?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

/** Changing the second factor takes the password or a fresh login, and the key; adding the first one takes the password. */
export const proof = z.strictObject({ password: z.optional(z.string().check(z.maxLength(1024))), ...shownKey });
export type Proof = z.output<typeof proof>;

const passkeyName = typedLabel(60);

export const passkeyEntry = z.object({
  Id: z.uuid(),
  Name: z.string(),
  /** Synced across several devices by the vendor's account. */
  Synced: z.boolean(),
  Added: z.iso.datetime(),
  LastUsed: z.nullable(z.iso.datetime()),
});
export type PasskeyEntry = z.output<typeof passkeyEntry>;

export const secondFactorStatus = z.object({
  /** Null when there is no second factor. */
  Since: z.nullable(z.iso.datetime()),
  App: z.nullable(z.object({ Added: z.iso.datetime() })),
  Passkeys: z.array(passkeyEntry),
  RecoveryCodesLeft: z.int(),
  /** The name under which passkeys work and the address of the page there; null where the installation has no name. */
  PasskeySite: z.nullable(z.object({ Name: z.string(), Address: z.string() })),
  /** Nothing can be added until the address is confirmed. */
  EmailConfirmed: z.boolean(),
  /** A pending removal, and when it takes effect. */
  Removal: z.nullable(z.object({ Confirmed: z.iso.datetime(), Removes: z.iso.datetime() })),
  WithdrawalsClosedUntil: z.nullable(z.iso.datetime()),
});
export type SecondFactorStatus = z.output<typeof secondFactorStatus>;

/** Refusals that every change shares. */
const changeRefusals = [
  'reauthenticate',
  'wrong_password',
  'second_key_required',
  'second_key_wrong',
  'too_many_attempts',
] as const;

/** Shown once, in this answer only; null when the customer already has codes. */
const recoveryCodes = z.object({ RecoveryCodes: z.nullable(z.array(z.string())) });
export type NewRecoveryCodes = z.output<typeof recoveryCodes>;

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/second-key',
  access: 'investor',
  summary: 'The customer’s second factor: how it can be shown, and whether its removal is pending',
  answer: secondFactorStatus,
});

/** What gives money up, and is approved each time. */
export const movePurpose = z.enum(['withdrawal', 'leave', 'subscribe']);

export const challengePurpose = z.enum([
  ...movePurpose.options,
  'add_app',
  'remove_app',
  'add_passkey',
  'rename_passkey',
  'remove_passkey',
  'recovery_codes',
  'remove',
  'cancel_removal',
  'change_password',
  'renew_session',
]);
export type ChallengePurpose = z.output<typeof challengePurpose>;

export const transferCurrency = z.enum(['brl', 'usdt']);

export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/second-key/challenges',
  access: 'investor',
  summary:
    'What the customer’s passkey has to sign for one purpose; for a withdrawal with its amount and currency, for leaving early with its position',
  body: z.strictObject({
    purpose: challengePurpose,
    amount: z.optional(requestAmount),
    currency: z.optional(transferCurrency),
    position: z.optional(z.uuid()),
  }),
  answer: passkeyQuestion,
  refusals: ['no_passkey', 'invalid_amount', 'too_many_attempts'],
});

export const beginApp = endpoint({
  method: 'POST',
  path: '/api/second-key/app',
  access: 'investor',
  summary:
    'The secret for an authenticator app, shown once; a first code from the app confirms it. Replaces any earlier app',
  body: z.strictObject({ proof }),
  answer: z.object({ Secret: z.string(), Uri: z.string() }),
  refusals: [...changeRefusals, 'email_unconfirmed'],
});

export const confirmApp = endpoint({
  method: 'POST',
  path: '/api/second-key/app/confirm',
  access: 'investor',
  summary: 'Confirm the new authenticator app with its first code, from the session that requested its secret',
  body: z.strictObject({ code }),
  answer: recoveryCodes,
  refusals: ['setup_expired', 'second_key_wrong', 'too_many_attempts'],
});

export const removeApp = endpoint({
  method: 'POST',
  path: '/api/second-key/app/remove',
  access: 'investor',
  summary: 'Remove the authenticator app; without a passkey the second factor ends',
  body: z.strictObject({ proof }),
  refusals: [...changeRefusals, 'not_found'],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/second-key/passkeys/begin',
  access: 'investor',
  summary: 'What the browser needs to create a passkey',
  body: z.strictObject({ proof }),
  answer: passkeyQuestion,
  refusals: [...changeRefusals, 'email_unconfirmed', 'passkeys_need_a_name', 'too_many_passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/second-key/passkeys',
  access: 'investor',
  summary: 'Add the passkey that the browser created, from the session that requested it',
  body: z.strictObject({ name: passkeyName, credential: newPasskey }),
  answer: recoveryCodes,
  status: 201,
  refusals: ['passkeys_need_a_name', 'too_many_passkeys', 'setup_expired', 'passkey_refused', 'passkey_known'],
});

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/second-key/passkeys/:id/name',
  access: 'investor',
  summary: 'Rename a passkey',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ proof, name: passkeyName }),
  refusals: [...changeRefusals, 'not_found'],
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/second-key/passkeys/:id/remove',
  access: 'investor',
  summary: 'Remove a passkey; removing the last one, without an authenticator app, ends the second factor',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ proof }),
  refusals: [...changeRefusals, 'not_found'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-key/recovery-codes',
  access: 'investor',
  summary: 'Issue new recovery codes; the earlier ones stop working',
  body: z.strictObject({ proof }),
  answer: recoveryCodes,
  refusals: [...changeRefusals, 'no_second_key'],
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-key/remove',
  access: 'investor',
  summary: 'Remove the second factor: app, passkeys and recovery codes',
  body: z.strictObject({ proof }),
  refusals: [...changeRefusals, 'no_second_key'],
});
