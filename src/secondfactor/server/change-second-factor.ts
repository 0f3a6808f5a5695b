import { refusePlatform } from '#platform/refusals.ts';
import type { Database, Tx } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { ChallengePurpose, Proof } from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { closedHours } from '../use-contract.ts';
import { closeWithdrawals, type FactorStatus, holdSecondFactor } from './key-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';
import { whileShown } from './while-shown.ts';

/** A session younger than this may change the second factor without the password, as it may change the password. */
const youngSessionMinutes = 10;

export interface Changing {
  body: { proof: Proof };
  investor: Investor;
  token: string;
}

/**
 * Changes the second factor for a caller who knows the password or has just logged in, and shows the key where there is one. The first one
 * takes the password in every session: a session alone must not be enough to lock its owner out.
 */
export async function changeSecondFactor<T>(
  db: Database,
  parts: SecondFactorParts,
  changing: Changing,
  purpose: ChallengePurpose,
  change: (tx: Tx, status: FactorStatus) => Promise<T>,
): Promise<T> {
  const { investor, token: session, body } = changing;
  const { password, ...shown } = body.proof;
  const check = await requirePassword(db, parts, changing);

  return whileShown(db, parts, { customerId: investor.id, session, purpose, shown }, async (tx, status) => {
    await requireAlive(tx, parts, session);
    if (!(await check(status.since !== null))) throw refuseSecondFactor('wrong_password');
    const isFirst = !status.since && (purpose === 'add_app' || purpose === 'add_passkey');
    if (isFirst && password === undefined) throw refuseSecondFactor('reauthenticate');
    const changed = await change(tx, status);
    // Otherwise a stolen sheet of codes would let the thief add their own key, or remove it, and withdraw immediately.
    if (status.since && shown.recovery !== undefined) {
      const now = parts.clock.now();
      await closeWithdrawals(tx, investor.id, now, new Date(now.getTime() + closedHours * 3_600_000));
    }
    return changed;
  });
}

/** Holds the second factor for a change begun earlier in this session, which its owner may have ended since. */
export async function holdFromSession(
  tx: Tx,
  parts: SecondFactorParts,
  customerId: string,
  session: string,
): Promise<void> {
  holdSecondFactor(tx, customerId);
  await requireAlive(tx, parts, session);
}

async function requireAlive(tx: Tx, { login }: SecondFactorParts, session: string): Promise<void> {
  if (!(await login.isSessionAlive(tx, session))) throw refusePlatform('unauthenticated');
}

/** Prevents somebody who registered with another person's address from adding anything that would lock the owner out. */
export function requireConfirmed({ isEmailConfirmed }: Investor): void {
  if (!isEmailConfirmed) throw refuseSecondFactor('email_unconfirmed');
}

/** Refuses at once where it can, or returns what remains to be checked once the second factor is proven. */
async function requirePassword(
  db: Database,
  { clock, login }: SecondFactorParts,
  { investor, token: sessionToken, body }: Changing,
): Promise<(isProven: boolean) => Promise<boolean>> {
  const nothing = async () => true;
  const { password } = body.proof;
  if (password === undefined) {
    const ageMs = clock.now().getTime() - investor.sessionStartedAt.getTime();
    if (ageMs >= youngSessionMinutes * 60_000) throw refuseSecondFactor('reauthenticate');
    return nothing;
  }
  const checked = await login.checkPassword(db, { customerId: investor.id, password, sessionToken });
  if (checked === false) throw refuseSecondFactor('wrong_password');
  return checked === true ? nothing : checked;
}
