import { callApi } from '#platform/web/api.ts';
import {
  beginApp,
  beginPasskey,
  type ChallengePurpose,
  type PasskeyQuestion,
  type Proof,
  removeApp,
  removePasskey,
  removeSecondFactor,
  renamePasskey,
  renewRecoveryCodes,
} from '../contract.ts';
import { cancelRemoval } from '../use-contract.ts';

/** A change that a customer requests of their second factor. */
export type Change =
  | { what: 'add_app' | 'add_passkey' | 'remove_app' | 'recovery_codes' | 'remove' | 'cancel_removal' }
  | { what: 'remove_passkey' | 'rename_passkey'; id: string; name: string };

/** What follows once the proof is accepted. */
export type Outcome =
  | { is: 'done' }
  | { is: 'codes'; codes: readonly string[] }
  | { is: 'app'; secret: string; uri: string }
  | { is: 'passkey'; question: PasskeyQuestion };

const done: Outcome = { is: 'done' };

/** Sends the change with its proof. @param name the new name of a passkey */
export async function sendChange(change: Change, proof: Proof, name: string): Promise<Outcome> {
  const body = { proof };
  switch (change.what) {
    case 'add_app': {
      const { Secret: secret, Uri: uri } = await callApi(beginApp, { body });
      return { is: 'app', secret, uri };
    }
    case 'add_passkey':
      return { is: 'passkey', question: await callApi(beginPasskey, { body }) };
    case 'recovery_codes':
      return codesOr(await callApi(renewRecoveryCodes, { body }));
    case 'remove_app':
      await callApi(removeApp, { body });
      return done;
    case 'remove_passkey':
      await callApi(removePasskey, { params: { id: change.id }, body });
      return done;
    case 'rename_passkey':
      await callApi(renamePasskey, { params: { id: change.id }, body: { ...body, name } });
      return done;
    case 'remove':
      await callApi(removeSecondFactor, { body });
      return done;
    case 'cancel_removal': {
      const { password: _password, ...shown } = proof;
      await callApi(cancelRemoval, { body: shown });
      return done;
    }
  }
}

export function codesOr({ RecoveryCodes }: { RecoveryCodes: string[] | null }): Outcome {
  return RecoveryCodes ? { is: 'codes', codes: RecoveryCodes } : done;
}

export function isRemoval(what: ChallengePurpose): boolean {
  return what === 'remove' || what === 'remove_app' || what === 'remove_passkey';
}
