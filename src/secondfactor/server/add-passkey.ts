import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import {
  type addPasskey as contract,
  mostPasskeys,
  type NewPasskey,
  type NewRecoveryCodes,
  type PasskeyQuestion,
  setupMinutes,
} from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { keepChallenge, spendChallenge } from './challenge-store.ts';
import { type Changing, changeSecondFactor, holdFromSession, requireConfirmed } from './change-second-factor.ts';
import { passkeyLibrary } from './passkey-library.ts';
import { insertPasskey, readPasskeys } from './passkey-store.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/** A challenge to create a passkey. Distinct from the purposes for showing one, so that neither passes for the other. */
const purpose = 'new_passkey';

/** Returns the browser's options for creating a passkey. The proof is given here; the challenge carries it to {@link addPasskey}. */
export async function beginPasskey(
  db: Database,
  parts: SecondFactorParts,
  changing: Changing,
): Promise<PasskeyQuestion> {
  const site = requireSite(parts);
  const { id } = changing.investor;
  requireConfirmed(changing.investor);
  const { generateRegistrationOptions } = await passkeyLibrary();
  return changeSecondFactor(db, parts, changing, 'add_passkey', async (tx) => {
    const passkeys = await readPasskeys(tx, id);
    if (passkeys.length >= mostPasskeys) throw refuseSecondFactor('too_many_passkeys', { most: mostPasskeys });
    const addressee = await parts.login.readAddressee(tx, id);
    const question = await generateRegistrationOptions({
      rpName: parts.brand,
      rpID: site.name,
      userID: new TextEncoder().encode(id),
      userName: addressee?.email ?? id,
      attestationType: 'none',
      excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    const expiresAt = new Date(parts.clock.now().getTime() + setupMinutes * 60_000);
    const holderHash = hashOfToken(changing.token);
    await keepChallenge(tx, { challenge: question.challenge, customerId: id, holderHash, purpose, expiresAt });
    return { ...question };
  });
}

type Asking = Pick<CallRequest<typeof contract>, 'body' | 'investor' | 'token'>;

/** Stores the passkey that the browser created for this session's challenge. */
export function addPasskey(db: Database, parts: SecondFactorParts, asking: Asking): Promise<NewRecoveryCodes> {
  const site = requireSite(parts);
  const { body, investor, token } = asking;
  return transaction(db, async (tx) => {
    await holdFromSession(tx, parts, investor.id, token);
    const passkeys = await readPasskeys(tx, investor.id);
    if (passkeys.length >= mostPasskeys) throw refuseSecondFactor('too_many_passkeys', { most: mostPasskeys });

    const made = await requireMade(tx, parts, site, asking);
    const isNew = await insertPasskey(tx, {
      id: randomUUID(),
      customerId: investor.id,
      name: body.name,
      addedAt: parts.clock.now(),
      lastUsedAt: null,
      transports: (body.credential.response.transports ?? []).filter(isTransportShaped),
      ...made,
    });
    if (!isNew) throw refuseSecondFactor('passkey_known');

    const begun = await beginSecondFactor(tx, parts, { customerId: investor.id, token });
    await parts.onSecurityChange(tx, { customerId: investor.id, what: 'passkey_added' });
    return begun;
  });
}

interface Made {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  isSynced: boolean;
}

async function requireMade(
  tx: Tx,
  { clock }: SecondFactorParts,
  site: PasskeySite,
  { body, investor, token }: Asking,
): Promise<Made> {
  const request = { customerId: investor.id, holderHash: hashOfToken(token), purpose };
  const challenge = challengeOf(body.credential);
  if (!(await spendChallenge(tx, { ...request, challenge }, clock.now()))) throw refuseSecondFactor('setup_expired');
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const made = await verifyRegistrationResponse({
    response: body.credential as never,
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.name,
    requireUserVerification: false,
  }).catch(() => null);
  if (!made?.verified) throw refuseSecondFactor('passkey_refused');
  const { credential, credentialBackedUp } = made.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isSynced: credentialBackedUp,
  };
}

/** The challenge as reported by the browser; empty when it is unreadable. */
function challengeOf({ response }: NewPasskey): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}

function requireSite({ site }: SecondFactorParts): PasskeySite {
  if (!site) throw refuseSecondFactor('passkeys_need_a_name');
  return site;
}

/** Whether it may be stored; a new kind of transport is none of our business, and what is odd is left out: the passkey works without. */
function isTransportShaped(transport: string): boolean {
  return /^[a-z-]{1,20}$/.test(transport);
}
