import type { Tx } from '#database/server/database.ts';
import type { NewRecoveryCodes } from '../contract.ts';
import { beginKey } from './key-store.ts';
import { drawRecoveryCodes } from './recovery-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/**
 * Starts the second factor with the customer's first way: generates recovery codes and ends every other session, because none of them has
 * shown it. Does neither for a further way.
 */
export async function beginSecondFactor(
  tx: Tx,
  parts: SecondFactorParts,
  { customerId, token }: { customerId: string; token: string },
): Promise<NewRecoveryCodes> {
  const isFirst = await beginKey(tx, customerId, parts.clock.now());
  if (!isFirst) return { RecoveryCodes: null };
  await parts.login.endOtherSessions(tx, customerId, token);
  return { RecoveryCodes: await drawRecoveryCodes(tx, customerId) };
}
