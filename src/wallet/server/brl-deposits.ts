import type { Invariant } from '#ledger/server/audit-books.ts';
import type { Config } from '#settings/server/config.ts';
import { type Database, requireOne, type Tx } from '#database/server/database.ts';
import { purge } from '#database/server/purge.ts';
import { refuseWallet } from '../refusals.ts';
import type { TransferRecord } from './transfer-store.ts';
import { brlDepositLimitHour, readLimit } from './wallet-settings.ts';

const hourOf = (moment: string): string => `date_bin('1 hour', ${moment}, timestamptz 'epoch')`;

/** No customer uses up more than this part of the hour of all. */
const customersPart = 4n;

/**
 * Refuses a deposit in reais, already recorded in this transaction, that brings its hour over the limit of all customers or over one
 * customer's part (F6): if a wrong rate is ever believed, this is the most that it costs. The row of the hour is locked by the counting,
 * so of concurrent deposits each sees those before it. What the brokerage refuses counts no longer.
 *
 * @throws Refusal `brl_hour_full`
 */
export async function refuseBeyondHour(
  tx: Tx,
  mode: Config['mode'],
  { customerId, createdAt }: Pick<TransferRecord, 'customerId' | 'createdAt'>,
): Promise<void> {
  const [most, { everybodys, theirs }] = await Promise.all([
    readLimit(tx, brlDepositLimitHour, mode),
    requireOne<{ everybodys: bigint; theirs: bigint }>(
      tx,
      `SELECT (SELECT reais FROM brl_deposit_hours WHERE hour = ${hourOf('$2::timestamptz')}) AS everybodys,
         (SELECT coalesce(sum(net), 0)::bigint FROM broker_transfers
          WHERE customer_id = $1 AND cell = cell_of($1) AND direction = 'deposit' AND currency = 'brl' AND state <> 'returned'
            AND created_at >= ${hourOf('$2::timestamptz')} AND ${hourOf('created_at')} = ${hourOf('$2::timestamptz')}) AS theirs`,
      [customerId, createdAt],
    ),
  ]);
  if (everybodys <= most && theirs * customersPart <= most) return;
  throw refuseWallet('brl_hour_full');
}

/** Deletes the sums of hours that nobody asks about any more; the deposits themselves remain. */
export function purgeOldBrlHours(db: Database): Promise<number> {
  return purge(db, {
    table: 'brl_deposit_hours',
    key: 'hour',
    where: `hour < (SELECT max(hour) FROM brl_deposit_hours) - interval '4 days'`,
  });
}

export const brlDepositInvariants: Invariant[] = [
  {
    rule: 'what is counted as brought in reais in an hour is what the deposits of then say',
    sql: `WITH audited AS (SELECT max(hour) - interval '3 days' AS since FROM brl_deposit_hours), brought AS (
        SELECT ${hourOf('created_at')} AS hour, sum(net) AS reais FROM broker_transfers
        WHERE direction = 'deposit' AND currency = 'brl' AND state <> 'returned' AND created_at >= (SELECT since FROM audited)
        GROUP BY 1
      )
      SELECT hour || ': ' || coalesce(h.reais, 0) || ' for ' || coalesce(b.reais, 0) AS place
      FROM brl_deposit_hours h FULL JOIN brought b USING (hour)
      WHERE hour >= (SELECT since FROM audited) AND coalesce(h.reais, 0) <> coalesce(b.reais, 0)`,
  },
];
