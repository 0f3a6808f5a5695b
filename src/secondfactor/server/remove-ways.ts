import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { deleteApp } from './app-store.ts';
import type { SecurityChange } from '../security-change.ts';
import { type Changing, changeSecondFactor } from './change-second-factor.ts';
import { endKey, readFactorStatus } from './key-store.ts';
import { deletePasskey } from './passkey-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

export function removeApp(db: Database, parts: SecondFactorParts, changing: Changing): Promise<void> {
  const { id } = changing.investor;
  return changeSecondFactor(db, parts, changing, 'remove_app', async (tx) => {
    if (!(await deleteApp(tx, id))) throw refusePlatform('not_found');
    await tellOrEnd(tx, parts, { customerId: id, what: 'app_removed' });
  });
}

/** Another customer's passkey and one already removed are both `not_found`. */
export function removePasskey(
  db: Database,
  parts: SecondFactorParts,
  { params, ...changing }: Changing & { params: { id: string } },
): Promise<void> {
  const { id } = changing.investor;
  return changeSecondFactor(db, parts, changing, 'remove_passkey', async (tx) => {
    const isGone = isUuid(params.id) && (await deletePasskey(tx, id, params.id));
    if (!isGone) throw refusePlatform('not_found');
    await tellOrEnd(tx, parts, { customerId: id, what: 'passkey_removed' });
  });
}

/** Removed by its owner, who has just shown it, so withdrawals stay open. */
export function removeSecondFactor(db: Database, parts: SecondFactorParts, changing: Changing): Promise<void> {
  const { id } = changing.investor;
  return changeSecondFactor(db, parts, changing, 'remove', async (tx) => {
    const ending = { by: 'customer', at: parts.clock.now(), withdrawalsClosedUntil: null } as const;
    if (!(await endKey(tx, id, ending))) throw refuseSecondFactor('no_second_key');
    await parts.onSecurityChange(tx, { customerId: id, what: 'second_key_removed' });
  });
}

/** Ends a key that nothing can show any more; recovery codes alone are not a key. Either way its owner is told once. */
async function tellOrEnd(tx: Tx, parts: SecondFactorParts, removed: SecurityChange): Promise<void> {
  const { customerId } = removed;
  const at = parts.clock.now();
  const { hasApp, passkeys } = await readFactorStatus(tx, customerId, at);
  const remains = hasApp || passkeys > 0;
  if (!remains) await endKey(tx, customerId, { by: 'customer', at, withdrawalsClosedUntil: null });
  await parts.onSecurityChange(tx, remains ? removed : { customerId, what: 'second_key_removed' });
}
