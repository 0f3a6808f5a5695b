import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '#secondfactor/contract.ts';
import { drawSecret, presentSecret, readStep } from '#secondfactor/server/authenticator-code.ts';
import { passkeyLibrary } from '#secondfactor/server/passkey-library.ts';
import type { PasskeySite } from '#secondfactor/server/passkey-site.ts';
import { secondStepMinutes, setUpMinutes } from '../contract.ts';
import { forgetStaffDevices } from './staff-devices.ts';
import type { StaffParts } from './staff-parts.ts';

/** Second factors of the staff. Codes and passkeys themselves are implemented with the customers'; ownership and storage are here. */

/** Replaces the app's secret with a new one, which counts only once its first code has confirmed it. */
export async function beginApp(
  tx: Tx,
  { seal, brand }: StaffParts,
  staffId: string,
  label: string,
): Promise<{ Secret: string; Uri: string }> {
  const secret = drawSecret();
  await tx.query(
    `INSERT INTO staff_apps (staff_id, sealed_secret, last_step) VALUES ($1, $2, -1)
     ON CONFLICT (staff_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = -1, added_at = now()`,
    [staffId, seal.close(secret, staffId)],
  );
  return presentSecret(secret, `${brand} console`, label);
}

/**
 * Whether this code is current and unused; spends it. Of any number of concurrent calls with one code, one succeeds.
 *
 * @param isFirst confirms a new app; otherwise the app must already be confirmed
 */
export async function isCodeRight(
  tx: Tx,
  { seal, clock }: StaffParts,
  staffId: string,
  code: string,
  isFirst = false,
): Promise<boolean> {
  const app = await readOne<{ sealed_secret: Buffer; last_step: bigint }>(
    tx,
    'SELECT sealed_secret, last_step FROM staff_apps WHERE staff_id = $1 FOR UPDATE',
    [staffId],
  );
  if (!app || app.last_step >= 0n === isFirst) return false;
  const step = readStep(seal.open(app.sealed_secret, staffId), code, clock.now());
  if (step === null || BigInt(step) <= app.last_step) return false;
  await tx.query('UPDATE staff_apps SET last_step = $2 WHERE staff_id = $1', [staffId, step]);
  return true;
}

interface PasskeyRow {
  credential_id: string;
  public_key: Buffer;
  transports: AuthenticatorTransport[];
}

/** Issues a challenge for the holder of this ticket; null when they have no passkey that works here. */
export async function askStaffPasskey(
  tx: Tx,
  { site }: StaffParts,
  staffId: string,
  ticket: string,
): Promise<PasskeyQuestion | null> {
  const passkeys = site ? await readPasskeys(tx, staffId) : [];
  if (!site || passkeys.length === 0) return null;
  const { generateAuthenticationOptions } = await passkeyLibrary();
  const question = await generateAuthenticationOptions({
    rpID: site.name,
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: 'required',
  });
  await keepChallenge(tx, {
    challenge: question.challenge,
    staffId,
    ticket,
    purpose: 'login',
    minutes: secondStepMinutes,
  });
  return { ...question };
}

export async function isStaffPasskeyRight(
  tx: Tx,
  { site }: StaffParts,
  staffId: string,
  ticket: string,
  answer: PasskeyAnswer,
): Promise<boolean> {
  const passkey = (await readPasskeys(tx, staffId)).find(({ credential_id: id }) => id === answer.id);
  const challenge = challengeOf(answer.response.clientDataJSON);
  if (!passkey || !site || !(await spendChallenge(tx, { challenge, staffId, ticket, purpose: 'login' }))) return false;
  const { userHandle, ...response } = answer.response;
  const { verifyAuthenticationResponse } = await passkeyLibrary();
  const signed = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.name,
    // Keeps the library from checking the counter: a synced passkey's would lock its owner out.
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  if (!signed?.verified) return false;
  await tx.query('UPDATE staff_passkeys SET last_used_at = now() WHERE credential_id = $1', [passkey.credential_id]);
  return true;
}

/** Returns the browser's options for creating a passkey for the console. */
export async function beginStaffPasskey(
  tx: Tx,
  { brand }: StaffParts,
  site: PasskeySite,
  owner: { id: string; email: string; ticket: string },
): Promise<PasskeyQuestion> {
  const passkeys = await readPasskeys(tx, owner.id);
  const { generateRegistrationOptions } = await passkeyLibrary();
  const question = await generateRegistrationOptions({
    rpName: `${brand} console`,
    rpID: site.name,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const { challenge } = question;
  await keepChallenge(tx, {
    challenge,
    staffId: owner.id,
    ticket: owner.ticket,
    purpose: 'new',
    minutes: setUpMinutes,
  });
  return { ...question };
}

/** Stores the passkey if it answers this ticket's challenge; false otherwise. */
export async function addStaffPasskey(
  tx: Tx,
  site: PasskeySite,
  owner: { id: string; ticket: string },
  { name, credential }: { name: string; credential: NewPasskey },
): Promise<boolean> {
  const challenge = challengeOf(credential.response.clientDataJSON);
  if (!(await spendChallenge(tx, { challenge, staffId: owner.id, ticket: owner.ticket, purpose: 'new' }))) return false;
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const made = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.name,
    requireUserVerification: true,
  }).catch(() => null);
  if (!made?.verified) return false;
  const { id, publicKey } = made.registrationInfo.credential;
  const added = await tx.query(
    `INSERT INTO staff_passkeys (id, staff_id, credential_id, public_key, transports, name) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    [uuidv7(), owner.id, id, Buffer.from(publicKey), credential.response.transports ?? [], name],
  );
  return added.length === 1;
}

/** Removes all factors and forgets all devices; the member sets one up at the next login. */
export async function removeFactors(tx: Tx, staffId: string): Promise<void> {
  await tx.query('DELETE FROM staff_apps WHERE staff_id = $1', [staffId]);
  await tx.query('DELETE FROM staff_passkeys WHERE staff_id = $1', [staffId]);
  await tx.query('DELETE FROM staff_challenges WHERE staff_id = $1', [staffId]);
  await forgetStaffDevices(tx, staffId);
}

function readPasskeys(sql: Sql, staffId: string): Promise<PasskeyRow[]> {
  return sql.query<PasskeyRow & Record<string, unknown>>(
    'SELECT credential_id, public_key, transports FROM staff_passkeys WHERE staff_id = $1 ORDER BY added_at, id',
    [staffId],
  );
}

interface Challenge {
  challenge: string;
  staffId: string;
  ticket: string;
  purpose: 'login' | 'new';
}

async function keepChallenge(tx: Tx, asked: Challenge & { minutes: number }): Promise<void> {
  await tx.query(
    `INSERT INTO staff_challenges (challenge, staff_id, holder_hash, purpose, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5::int))`,
    [asked.challenge, asked.staffId, hashOfToken(asked.ticket), asked.purpose, asked.minutes],
  );
}

async function spendChallenge(tx: Tx, asked: Challenge): Promise<boolean> {
  const spent = await tx.query(
    `DELETE FROM staff_challenges WHERE challenge = $1 AND staff_id = $2 AND holder_hash = $3 AND purpose = $4
       AND expires_at > now() RETURNING challenge`,
    [asked.challenge, asked.staffId, hashOfToken(asked.ticket), asked.purpose],
  );
  return spent.length === 1;
}

/** The challenge as reported by the browser; empty when it is unreadable. */
function challengeOf(clientDataJson: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}
