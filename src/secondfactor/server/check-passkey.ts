import type { Tx } from '#database/server/database.ts';
import type { PasskeyAnswer } from '../contract.ts';
import { spendChallenge } from './challenge-store.ts';
import { passkeyLibrary } from './passkey-library.ts';
import { notePasskeyUse, type PasskeyRecord, readPasskey } from './passkey-store.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

interface PasskeyShowing {
  customerId: string;
  holderHash: Buffer;
  purpose: string;
  passkey: PasskeyAnswer;
}

/** Whether a passkey of this customer signed a challenge of this purpose and holder. Spends the challenge. */
export async function isPasskeyRight(tx: Tx, parts: SecondFactorParts, showing: PasskeyShowing): Promise<boolean> {
  const { customerId, holderHash, purpose, passkey: answer } = showing;
  const passkey = await readPasskey(tx, customerId, answer.id);
  if (!passkey || !parts.site) return false;
  const now = parts.clock.now();
  const isOurs = (challenge: string) => spendChallenge(tx, { challenge, customerId, holderHash, purpose }, now);
  const signed = await readSigned(parts.site, passkey, answer, isOurs);
  if (!signed) return false;
  await notePasskeyUse(tx, passkey, signed, now);
  return true;
}

interface Signed {
  counter: number;
  isSynced: boolean;
}

/** Null for anything that does not verify: the library throws for all of it, from a wrong signature to malformed bytes. */
async function readSigned(
  site: PasskeySite,
  passkey: PasskeyRecord,
  answer: PasskeyAnswer,
  isOurs: (challenge: string) => Promise<boolean>,
): Promise<Signed | null> {
  const { verifyAuthenticationResponse } = await passkeyLibrary();
  let fault: unknown = null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response: withoutGaps(answer.response), clientExtensionResults: {} },
      expectedChallenge: (challenge) => isOurs(challenge).catch((error: unknown) => ((fault = error), false)),
      expectedOrigin: site.origins,
      expectedRPID: site.name,
      // Keeps the library from checking the counter: a synced passkey's would lock its owner out.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      // The password identified the user; presence is enough here.
      requireUserVerification: false,
    });
    return verified
      ? { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
      : null;
  } catch {
    if (fault) throw fault;
    return null;
  }
}

function withoutGaps({ userHandle, ...rest }: PasskeyAnswer['response']) {
  return { ...rest, ...(userHandle !== undefined && { userHandle }) };
}
