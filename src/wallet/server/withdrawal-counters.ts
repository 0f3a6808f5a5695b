import type { Invariant } from '#ledger/server/audit-books.ts';
import { type Database, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { TransferRecord } from './transfer-store.ts';

/** A withdrawal as counted: under its cell, at the time when it was let go. */
export type CountedWithdrawal = Pick<TransferRecord, 'customerId' | 'amount' | 'currency' | 'net' | 'countedAt'>;

const hourOf = (moment: string): string => `date_bin('1 hour', ${moment}, timestamptz 'epoch')`;
const slotOf = (moment: string): string => `date_bin('5 minutes', ${moment}, timestamptz 'epoch')`;

const countedMoment = 'coalesce(counted_at, created_at)';
/** The same of a withdrawal that is let go now, by the business clock: never before its request. */
export const countedNow = `greatest(created_at, (SELECT now() + ahead_ms * interval '1 millisecond' FROM sandbox_clock))`;

/** Counts a withdrawal that leaves automatically or was approved, in the transaction that lets it go. */
export function sendCount(tx: Tx, { customerId, amount, currency, net, countedAt }: CountedWithdrawal): void {
  tx.send(countSql('withdrawal_hours', 'hour', 'amount', hourOf('$2::timestamptz')), [customerId, countedAt, amount]);
  if (currency !== 'brl') return;
  tx.send(countSql('withdrawal_brl_slots', 'slot', 'brl_out', slotOf('$2::timestamptz')), [customerId, countedAt, net]);
}

/** Tries the update first, since the row mostly exists: the constraints of a row inserted in vain would be checked as well. */
const countSql = (table: string, span: string, sum: string, time: string): string => `
  WITH found AS (
    UPDATE ${table} SET ${sum} = ${sum} + $3 WHERE ${span} = ${time} AND cell = cell_of($1) RETURNING cell
  )
  INSERT INTO ${table} AS counted (${span}, cell, ${sum}) SELECT ${time}, cell_of($1), $3 WHERE NOT EXISTS (SELECT FROM found)
  ON CONFLICT (${span}, cell) DO UPDATE SET ${sum} = counted.${sum} + excluded.${sum}`;

/**
 * Uncounts a withdrawal that did not leave after all. No effect where the count of its hour is already purged; what is there now was
 * counted later. A missing count thus never stops money from being returned.
 */
export function sendUncount(tx: Tx, { customerId, amount, currency, net, countedAt }: CountedWithdrawal): void {
  tx.send(
    `UPDATE withdrawal_hours SET amount = greatest(amount - $3, 0)
     WHERE hour = ${hourOf('$2::timestamptz')} AND cell = cell_of($1)`,
    [customerId, countedAt, amount],
  );
  if (currency !== 'brl') return;
  tx.send(
    `UPDATE withdrawal_brl_slots SET brl_out = greatest(brl_out - $3, 0)
     WHERE slot = ${slotOf('$2::timestamptz')} AND cell = cell_of($1)`,
    [customerId, countedAt, net],
  );
}

/** USD in a day and BRL in an hour, in that order. */
export type Figures = readonly [usdInDay: bigint, brlInHour: bigint];

/** What has left or is about to, for all customers, in the day and the hour before an instant; the oldest hour and slot count in full. */
export async function readLeftLately(sql: Sql, now: Date): Promise<Figures> {
  const { usd, brl } = await requireOne<{ usd: bigint; brl: bigint }>(sql, 'SELECT usd, brl FROM left_lately($1)', [
    now,
  ]);
  return [usd, brl];
}

/** The counts around a withdrawal about to be sent. */
export interface CountedBeside {
  /** Including it and everything requested at about the same time, in whatever state. */
  all: Figures;
  /** The part of `all` that was requested after it and is not sent yet either. */
  later: Figures;
  /** The part of `later` that is held back with its frozen customer: nobody works on it until the freeze ends. */
  parked: Figures;
}

/**
 * Reads the counts around a recorded withdrawal: the day and the hour before it and a little after, since what was let go much later was
 * judged with this one counted. Counts and transfers are read from one snapshot.
 */
export async function readCountedBeside(
  sql: Sql,
  { id, countedAt }: Pick<TransferRecord, 'id' | 'countedAt'>,
): Promise<CountedBeside> {
  const row = await requireOne<Record<'usd' | 'brl' | 'later_usd' | 'later_brl' | 'parked_usd' | 'parked_brl', bigint>>(
    sql,
    `WITH later AS (
       SELECT amount, due_at = 'infinity' AS is_parked,
         CASE WHEN currency = 'brl' AND ${countedMoment} < ${slotOf('$1::timestamptz')} + interval '10 minutes' THEN net ELSE 0 END AS brl
       FROM broker_transfers
       WHERE due_at IS NOT NULL AND direction = 'withdrawal' AND state = 'held' AND NOT needs_approval
         AND (${countedMoment}, id) > ($1, $2) AND ${countedMoment} < ${hourOf('$1::timestamptz')} + interval '2 hours'
     )
     SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM withdrawal_hours
         WHERE hour BETWEEN ${hourOf(`$1::timestamptz - interval '1 day'`)} AND ${hourOf('$1::timestamptz')} + interval '1 hour') AS usd,
       (SELECT coalesce(sum(brl_out), 0)::bigint FROM withdrawal_brl_slots
         WHERE slot BETWEEN ${slotOf(`$1::timestamptz - interval '1 hour'`)} AND ${slotOf('$1::timestamptz')} + interval '5 minutes') AS brl,
       coalesce(sum(amount), 0)::bigint AS later_usd, coalesce(sum(brl), 0)::bigint AS later_brl,
       coalesce(sum(amount) FILTER (WHERE is_parked), 0)::bigint AS parked_usd,
       coalesce(sum(brl) FILTER (WHERE is_parked), 0)::bigint AS parked_brl
     FROM later`,
    [countedAt, id],
  );
  return {
    all: [row.usd, row.brl],
    later: [row.later_usd, row.later_brl],
    parked: [row.parked_usd, row.parked_brl],
  };
}

/** Retention behind the newest count: longer than counts are used for judging or audited. */
const keptFor = `interval '4 days'`;
const auditedFor = `interval '3 days'`;
const newestCounted = '(SELECT max(hour) FROM withdrawal_hours)';
const isLeaving = `direction = 'withdrawal' AND state NOT IN ('returned', 'awaiting_approval')`;

/** Deletes old counts, cell by cell: the transfers themselves remain. */
export async function purgeOldCounts(db: Database): Promise<number> {
  const old = (time: string): string => `${time} < ${newestCounted} - ${keptFor}`;
  const cells = await db.query<{ cell: number }>(
    `SELECT cell FROM withdrawal_hours WHERE ${old('hour')} UNION SELECT cell FROM withdrawal_brl_slots WHERE ${old('slot')}`,
  );
  for (const { cell } of cells) {
    await transaction(db, async (tx) => {
      tx.send(`DELETE FROM withdrawal_brl_slots WHERE cell = $1 AND ${old('slot')}`, [cell]);
      tx.send(`DELETE FROM withdrawal_hours WHERE cell = $1 AND ${old('hour')}`, [cell]);
    });
  }
  return 0;
}

export const counterInvariants: Invariant[] = [
  {
    rule: 'what is counted as leaving in an hour, and of reais in five minutes, is what the withdrawals of then say',
    sql: `WITH audited AS (
        SELECT greatest(${newestCounted}, (SELECT ${hourOf('max(created_at)')} FROM broker_transfers WHERE ${isLeaving}),
          (SELECT ${hourOf('max(counted_at)')} FROM broker_transfers WHERE ${isLeaving})) - ${auditedFor} AS since
      ), leaving AS (
        SELECT cell, ${countedMoment} AS counted_at, amount, net, currency FROM broker_transfers
        WHERE ${isLeaving} AND (created_at >= (SELECT since FROM audited) OR counted_at >= (SELECT since FROM audited))
      )
      SELECT span || ' of ' || time || ' in cell ' || cell || ': ' || coalesce(c.counted, 0) || ' for ' || coalesce(b.amount, 0) AS place
      FROM (
        SELECT 'hour' AS span, hour AS time, cell, amount AS counted FROM withdrawal_hours
        UNION ALL SELECT 'slot', slot, cell, brl_out FROM withdrawal_brl_slots
      ) c FULL JOIN (
        SELECT 'hour' AS span, ${hourOf('counted_at')} AS time, cell, sum(amount) AS amount FROM leaving GROUP BY 2, 3
        UNION ALL SELECT 'slot', ${slotOf('counted_at')}, cell, sum(net) FROM leaving WHERE currency = 'brl' GROUP BY 2, 3
      ) b USING (span, time, cell)
      WHERE time >= (SELECT since FROM audited) AND coalesce(c.counted, 0) <> coalesce(b.amount, 0)`,
  },
];
