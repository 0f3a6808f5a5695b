import * as z from 'zod/mini';
import type { Database, Tx } from '#database/server/database.ts';
import { readInput } from '#http/server/read-request.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { transaction } from '#database/server/transaction.ts';
import { type ChallengePurpose, type SecondFactorWay, shownKey, type ShownKey } from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { asAttempt } from './count-attempts.ts';
import { holdSecondFactor, type FactorStatus, readFactorStatus } from './key-store.ts';
import { countRecoveryCodes } from './recovery-store.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

export interface Guarded {
  customerId: string;
  /** Token of the session that shows it. */
  session: string;
  purpose: ChallengePurpose;
  shown: ShownKey;
}

/**
 * Runs, in one transaction, work that the second factor guards. Where there is a key it must be shown, however young the session.
 * Concurrent calls run in turn, so the second has to show a first key that the other has just added.
 */
export function whileShown<T>(
  db: Database,
  parts: SecondFactorParts,
  { customerId, session, purpose, shown }: Guarded,
  work: (tx: Tx, status: FactorStatus) => Promise<T>,
): Promise<T> {
  const isShown = Object.values(shown).some((way) => way !== undefined);
  const run = (): Promise<T> =>
    transaction(db, async (tx) => {
      holdSecondFactor(tx, customerId);
      const status = await readFactorStatus(tx, customerId, parts.clock.now());
      if (status.since && !isShown) {
        throw refuseSecondFactor('second_key_required', { methods: await waysOf(tx, customerId, status) });
      }
      const showing = { customerId, holderHash: hashOfToken(session), purpose, shown };
      if (status.since) await requireSecondFactor(tx, parts, showing);
      return work(tx, status);
    });
  return isShown ? asAttempt(db, { customerId, shown, place: { at: 'change', session } }, run) : run();
}

/** The ways in which it may be shown here: recovery codes too, as everywhere except for withdrawals. */
async function waysOf(tx: Tx, customerId: string, { hasApp, passkeys }: FactorStatus): Promise<SecondFactorWay[]> {
  const ways: SecondFactorWay[] = [];
  if (hasApp) ways.push('app');
  if (passkeys > 0) ways.push('passkey');
  if ((await countRecoveryCodes(tx, customerId)) > 0) ways.push('recovery');
  return ways;
}

const anyShown = z.object(shownKey);

/** Reads the key from another folder's request, by this folder's own schema. */
export function readShown(sent: object): ShownKey {
  return readInput(anyShown, sent);
}
