import { type Clock, realClock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { requireOne, type Sql, type Tx } from './database.ts';

/**
 * Business time: the database's real clock plus, in the sandbox, however far the operator has moved it ahead. Stakes, deposits and reports
 * use it; logins, limits and retries never do (docs/decisions/0004-two-clocks.md).
 */
export interface BusinessClock {
  now: Date;
  aheadMs: number;
}

interface ClockRow {
  business_now: Date;
  ahead_ms: bigint;
}

const columns = `now() + ahead_ms * interval '1 millisecond' AS business_now, ahead_ms`;

export async function readBusinessClock(sql: Sql): Promise<BusinessClock> {
  return show(await requireOne<ClockRow>(sql, `SELECT ${columns} FROM sandbox_clock`));
}

/** How far the database's clock may be ahead of this machine's before nothing is paid by it. */
const mostAheadMs = 300_000;

/** Whether nothing may be agreed or paid by a database's clock that is this far ahead of the machine's. */
export function isFarAhead(skewMs: number): boolean {
  return skewMs >= mostAheadMs;
}

/** The database's clock is ahead: a refusal wherever somebody waits for the answer, and a fault of a job. */
export class ClockAhead extends Refusal {
  override readonly message: string;

  constructor(skewMs: number) {
    super('platform', 'unavailable', 503, {}, 60);
    this.message = `the database's clock is ${Math.round(skewMs / 1000)} s ahead of this machine's: nothing is posted by it until they agree`;
  }
}

/**
 * Business time for work that cannot be taken back, such as paying what is due by it: every journal that no customer asks for is dated by it. A database whose clock is ahead (a new primary that
 * asks no time server, a wrong zone set by hand) would otherwise pay years of promises at once.
 *
 * @param machine this machine's clock, in real time
 * @throws ClockAhead if the database's clock is five minutes or more ahead of it; a clock that is behind only pays later
 */
export async function readPayingClock(sql: Sql, machine: Clock = realClock): Promise<Date> {
  const { now, aheadMs } = await readBusinessClock(sql);
  const skewMs = now.getTime() - aheadMs - machine.now().getTime();
  if (isFarAhead(skewMs)) throw new ClockAhead(skewMs);
  return now;
}

/** Moves the clock ahead for everybody at once; it never goes back. */
export async function moveBusinessClock(tx: Tx, byMs: number): Promise<BusinessClock> {
  return show(
    await requireOne<ClockRow>(tx, `UPDATE sandbox_clock SET ahead_ms = ahead_ms + $1 RETURNING ${columns}`, [byMs]),
  );
}

function show(row: ClockRow): BusinessClock {
  return { now: row.business_now, aheadMs: Number(row.ahead_ms) };
}
