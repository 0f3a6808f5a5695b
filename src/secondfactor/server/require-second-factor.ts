import type { Tx } from '#database/server/database.ts';
import type { ShownKey } from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { readApp, spendStep } from './app-store.ts';
import { readStep } from './authenticator-code.ts';
import { isPasskeyRight } from './check-passkey.ts';
import { spendRecoveryCode } from './recovery-store.ts';
import { markRemovalCanceled } from './removal-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

export interface Showing {
  customerId: string;
  /** Hash of the session or login ticket that shows it; a passkey's challenge was issued to it. */
  holderHash: Buffer;
  /** The purpose for which the passkey's challenge was issued. */
  purpose: string;
  shown: ShownKey;
}

/**
 * Requires a code of the app, a passkey's answer to a challenge of this purpose, or a recovery code, and spends it in the transaction of
 * what it is shown for. Whoever shows it has not lost it, so a pending removal is cancelled.
 *
 * @throws Refusal `second_key_required` where nothing was shown, `second_key_wrong` where it does not match
 */
export async function requireSecondFactor(tx: Tx, parts: SecondFactorParts, showing: Showing): Promise<void> {
  const { customerId, shown } = showing;
  const ways = [shown.code, shown.recovery, shown.passkey].filter((way) => way !== undefined);
  if (ways.length !== 1) throw refuseSecondFactor('second_key_required');
  if (!(await isRight(tx, parts, showing))) throw refuseSecondFactor('second_key_wrong');
  if (shown.recovery !== undefined) await parts.onSecurityChange(tx, { customerId, what: 'recovery_code_used' });
  if (await markRemovalCanceled(tx, customerId, parts.clock.now())) {
    await parts.onSecurityChange(tx, { customerId, what: 'removal_canceled' });
  }
}

async function isRight(tx: Tx, parts: SecondFactorParts, showing: Showing): Promise<boolean> {
  const { customerId, shown } = showing;
  if (shown.passkey) return isPasskeyRight(tx, parts, { ...showing, passkey: shown.passkey });
  if (shown.recovery !== undefined) return spendRecoveryCode(tx, customerId, shown.recovery, parts.clock.now());
  const app = await readApp(tx, customerId);
  if (!app) return false;
  const secret = parts.seal.open(app.sealedSecret, customerId);
  const step = readStep(secret, shown.code ?? '', parts.clock.now());
  return step !== null && spendStep(tx, customerId, step);
}
