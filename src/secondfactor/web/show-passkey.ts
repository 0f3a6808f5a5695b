import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '../contract.ts';

/** The customer dismissed the browser's prompt, or has none of their passkeys at hand. Nothing was shown. */
export class PasskeyNotShown extends Error {
  override readonly name = 'PasskeyNotShown';
}

/** Requests one of the customer's passkeys from the browser. */
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

/** Whether the installation's passkeys work at this page's address. */
export function arePasskeysHere(name: string, { hostname } = window.location): boolean {
  return 'PublicKeyCredential' in window && (hostname === name || hostname.endsWith(`.${name}`));
}
