import type { Tx } from '#platform/server/database.ts';
import type { NewRecoveryCodes } from '../contract.ts';
import { beginKey } from './key-store.ts';
import { drawRecoveryCodes } from './recovery-store.ts';
import type { SecondKeyParts } from './second-key-parts.ts';

/**
 * With its first way the customer has a second key: recovery codes are drawn, and every other session ends, because none of
 * them has shown it. With a further way nothing of that happens.
 */
export async function beginSecondKey(
  tx: Tx,
  parts: SecondKeyParts,
  { customerId, token }: { customerId: string; token: string },
): Promise<NewRecoveryCodes> {
  const isFirst = await beginKey(tx, customerId, parts.clock.now());
  if (!isFirst) return { RecoveryCodes: null };
  await parts.login.endOtherSessions(tx, customerId, token);
  return { RecoveryCodes: await drawRecoveryCodes(tx, customerId) };
}
