import type { Tx } from '#platform/server/database.ts';
import type { NewRecoveryCodes } from '../contract.ts';
import { beginKey } from './key-store.ts';
import { drawRecoveryCodes } from './recovery-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/**
 * With its first way the customer has a second factor: recovery codes are drawn, and every other session ends, because none of
 * them has shown it. With a further way nothing of that happens.
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
