import { refusePlatform } from '#platform/refusals.ts';
import type { Database, Tx } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { ChallengePurpose, Proof } from '../contract.ts';
import { refuseSecondKey } from '../refusals.ts';
import { closedHours } from '../use-contract.ts';
import { asAttempt } from './count-attempts.ts';
import { closeWithdrawals, holdSecondKey, type KeyStanding, readStanding } from './key-store.ts';
import { requireSecondKey } from './require-second-key.ts';
import type { SecondKeyParts } from './second-key-parts.ts';

/** So young a session may change the second key without the password, as it may change the password. */
const youngSessionMinutes = 10;

export interface Changing {
  body: { proof: Proof };
  investor: Investor;
  token: string;
  address: string;
}

/**
 * Changes the second key for whoever knows the password, or has just logged in, and shows the key where there is one. Of two
 * changes at once the second sees what the first made: a first key that somebody else has just added is asked for.
 */
export async function changeSecondKey<T>(
  db: Database,
  parts: SecondKeyParts,
  changing: Changing,
  purpose: ChallengePurpose,
  change: (tx: Tx, standing: KeyStanding) => Promise<T>,
): Promise<T> {
  await requirePassword(db, parts, changing);
  const { investor, token, address, body } = changing;
  const { password: _password, ...shown } = body.proof;

  const work = (): Promise<T> =>
    transaction(db, async (tx) => {
      await holdSecondKey(tx, investor.id);
      if (!(await parts.login.isSessionAlive(tx, token))) throw refusePlatform('unauthenticated');
      const now = parts.clock.now();
      const standing = await readStanding(tx, investor.id, now);
      const showing = { customerId: investor.id, holderHash: hashOfToken(token), purpose, shown };
      if (standing.since) await requireSecondKey(tx, parts, showing);
      const changed = await change(tx, standing);
      // Whoever stole the sheet with the codes would otherwise have a key of their own, or none to show, and the money at once.
      if (standing.since && shown.recovery !== undefined) {
        await closeWithdrawals(tx, investor.id, now, new Date(now.getTime() + closedHours * 3_600_000));
      }
      return changed;
    });
  const isShown = Object.values(shown).some((way) => way !== undefined);
  return isShown ? asAttempt(db, { customerId: investor.id, address, shown }, work) : work();
}

async function requirePassword(
  db: Database,
  { clock, login }: SecondKeyParts,
  { investor, address, body }: Changing,
): Promise<void> {
  const { password } = body.proof;
  if (password === undefined) {
    const ageMs = clock.now().getTime() - investor.sessionStartedAt.getTime();
    if (ageMs >= youngSessionMinutes * 60_000) throw refuseSecondKey('reauthenticate');
    return;
  }
  const isRight = await login.isPassword(db, { customerId: investor.id, password, address });
  if (!isRight) throw refuseSecondKey('wrong_password');
}
