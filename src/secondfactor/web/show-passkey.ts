import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '../contract.ts';

/** The customer closed the browser's question, or no passkey of theirs is at hand. Nothing was shown. */
export class PasskeyNotShown extends Error {
  override readonly name = 'PasskeyNotShown';
}

/** Asks the browser for one of the customer's passkeys. */
export async function showPasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const optionsJSON = question as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(notShown);
  return { id, rawId, type, response };
}

export async function makePasskey(question: PasskeyQuestion): Promise<NewPasskey> {
  const optionsJSON = question as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(notShown);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

function notShown(cause: unknown): never {
  throw new PasskeyNotShown('no passkey was shown', { cause });
}

/** Whether this page's address is one under which the installation's passkeys work. */
export function arePasskeysHere(name: string, { hostname } = window.location): boolean {
  return 'PublicKeyCredential' in window && (hostname === name || hostname.endsWith(`.${name}`));
}
