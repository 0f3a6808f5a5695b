import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { Database, Sql } from '#database/server/database.ts';
import { count, type Limit } from '#http/server/attempts.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { type askPasskey as contract, challengeMinutes, type PasskeyQuestion } from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { keepChallenge } from './challenge-store.ts';
import { purposeOf } from './move-purpose.ts';
import { passkeyLibrary } from './passkey-library.ts';
import { readPasskeys } from './passkey-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/** Per session, so that a stolen one cannot use up the others'. */
export const challengesBySession: Limit = { name: 'passkey_challenges', most: 60, seconds: 15 * 60 };

/** Issues a challenge for one purpose, to be signed by one of the customer's passkeys for this session. */
export async function askPasskey(
  db: Database,
  parts: SecondFactorParts,
  { investor, token, body }: Pick<CallRequest<typeof contract>, 'investor' | 'token' | 'body'>,
): Promise<PasskeyQuestion> {
  await count(db, challengesBySession, token);
  const asking = { customerId: investor.id, holderHash: hashOfToken(token), purpose: purposeOf(body) };
  const question = await questionFor(db, parts, asking);
  if (!question) throw refuseSecondFactor('no_passkey');
  return question;
}

interface Asking {
  customerId: string;
  holderHash: Buffer;
  purpose: string;
}

/** Null when the customer has no passkey that works here. */
export async function questionFor(sql: Sql, parts: SecondFactorParts, asking: Asking): Promise<PasskeyQuestion | null> {
  const passkeys = parts.site ? await readPasskeys(sql, asking.customerId) : [];
  if (!parts.site || passkeys.length === 0) return null;
  const { generateAuthenticationOptions } = await passkeyLibrary();
  const question = await generateAuthenticationOptions({
    rpID: parts.site.name,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    userVerification: 'preferred',
  });
  const expiresAt = new Date(parts.clock.now().getTime() + challengeMinutes * 60_000);
  await keepChallenge(sql, { ...asking, challenge: question.challenge, expiresAt });
  return { ...question };
}
