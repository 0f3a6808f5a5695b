import type { Config } from '#platform/server/config.ts';
import { requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { TransferRecord } from './transfer-store.ts';
import { brlLimitHour, houseWithdrawalLimitUsd, readLimit } from './wallet-settings.ts';

/** As many as there are rows of `withdrawal_turnstiles`. */
const turnstiles = 8;
/** Of a limit: more than this part of it nobody takes without holding every turnstile. */
const partForOne = 32n;

type Leaving = Pick<TransferRecord, 'amount' | 'currency' | 'net' | 'createdAt'>;

/** USD in a day and BRL in an hour, in that order: what may leave, what has left or is about to, what is asked for. */
type Figures = readonly [usdInDay: bigint, brlInHour: bigint];

/**
 * Whether it leaves everybody's withdrawals within the house's limits, with all that others are writing down at this moment.
 *
 * Far from the limits whoever asks for little holds one turnstile of eight: at most seven others are then about to commit what is
 * not seen yet, each of no more than its part, and there is room for all of them. Near the limits, or for much, all are held, and
 * what is seen is all there is. So the sum is never over, and only who comes near it waits for anybody (decision 32).
 */
export async function isWithinHouseLimits(tx: Tx, mode: Config['mode'], leaving: Leaving): Promise<boolean> {
  const limits: Figures = [await readLimit(tx, houseWithdrawalLimitUsd, mode), await readLimit(tx, brlLimitHour, mode)];
  const asked: Figures = [leaving.amount, leaving.currency === 'brl' ? leaving.net : 0n];
  const parts: Figures = [limits[0] / partForOne, limits[1] / partForOne];
  const unseen = (others: number): Figures => [parts[0] * BigInt(others), parts[1] * BigInt(others)];
  const hasRoom = async (spare: Figures): Promise<boolean> =>
    fits(await readLeftLately(tx, leaving.createdAt), asked, spare, limits);

  if (fits([0n, 0n], asked, [0n, 0n], parts) && (await hasRoom(unseen(turnstiles)))) {
    await tx.query('SAVEPOINT turnstile');
    await holdOneTurnstile(tx);
    if (await hasRoom(unseen(turnstiles - 1))) return true;
    // Lets go of it: two who hold one each and want all would wait for each other.
    await tx.query('ROLLBACK TO SAVEPOINT turnstile');
  }
  await tx.query('SELECT FROM withdrawal_turnstiles ORDER BY id FOR NO KEY UPDATE');
  return hasRoom([0n, 0n]);
}

function fits(left: Figures, asked: Figures, spare: Figures, limits: Figures): boolean {
  // What asks for no reais is not kept by what others took of them.
  const each = ([0, 1] as const).map((of) => asked[of] === 0n || left[of] + asked[of] + spare[of] <= limits[of]);
  return each.every(Boolean);
}

async function holdOneTurnstile(tx: Tx): Promise<void> {
  const free = await tx.query(
    'SELECT FROM withdrawal_turnstiles ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED',
  );
  if (free.length > 0) return;
  await tx.query('SELECT FROM withdrawal_turnstiles WHERE id = $1 FOR NO KEY UPDATE', [
    1 + Math.floor(Math.random() * turnstiles),
  ]);
}

/** Not what waits for an operator: it leaves by nobody's limit, and nobody keeps others waiting by asking for much. */
async function readLeftLately(sql: Sql, now: Date): Promise<Figures> {
  const { usd, brl } = await requireOne<{ usd: bigint; brl: bigint }>(
    sql,
    `SELECT coalesce(sum(amount), 0)::bigint AS usd,
       coalesce(sum(net) FILTER (WHERE currency = 'brl' AND created_at > $1::timestamptz - interval '1 hour'), 0)::bigint AS brl
     FROM broker_transfers
     WHERE direction = 'withdrawal' AND state NOT IN ('returned', 'awaiting_approval')
       AND created_at > $1::timestamptz - interval '1 day'`,
    [now],
  );
  return [usd, brl];
}
