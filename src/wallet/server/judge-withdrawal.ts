import { type Micros, micros, sum } from '#money/money.ts';
import type { Config } from '#platform/server/config.ts';
import { requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { WaitsBecause } from '../transfer-state.ts';
import { isWithinHouseLimits } from './house-limits.ts';
import { readRecentChanges, type ReadDeviceKnownSince } from './recent-changes.ts';
import type { TransferRecord } from './transfer-store.ts';
import { readLimit, withdrawalLimitUsd } from './wallet-settings.ts';

export interface JudgedWithdrawal extends Pick<
  TransferRecord,
  'customerId' | 'amount' | 'currency' | 'net' | 'createdAt'
> {
  /** The session's token. */
  session: string;
}

/**
 * Whether a withdrawal waits for an operator, and why (F6); null when it leaves by itself. Judged after its amount is held: whoever
 * asks many times at once holds one after the other, and each is judged by those before it.
 */
export async function judgeWithdrawal(
  tx: Tx,
  mode: Config['mode'],
  readDeviceKnownSince: ReadDeviceKnownSince,
  withdrawal: JudgedWithdrawal,
): Promise<WaitsBecause | null> {
  const [change] = await readRecentChanges(tx, readDeviceKnownSince, withdrawal);
  if (change) return change.why;

  const limit = await readLimit(tx, withdrawalLimitUsd, mode);
  const { customerId, amount, createdAt } = withdrawal;
  if (sum([await readAskedLately(tx, customerId, createdAt), amount]) > limit) return 'over_limit';

  // Last, because others may wait for it: what waits anyway takes nothing of what the house lets go.
  return (await isWithinHouseLimits(tx, mode, withdrawal)) ? null : 'house_limit';
}

/** What a customer asked for in the last 24 hours of business time, wherever it has come to, but for what was given back. */
export async function readAskedLately(sql: Sql, customerId: string, now: Date): Promise<Micros> {
  const { requested } = await requireOne<{ requested: bigint }>(
    sql,
    `SELECT coalesce(sum(amount), 0)::bigint AS requested FROM broker_transfers
     WHERE customer_id = $1 AND direction = 'withdrawal' AND state <> 'returned' AND created_at > $2::timestamptz - interval '1 day'`,
    [customerId, now],
  );
  return micros(requested);
}
