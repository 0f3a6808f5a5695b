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

/** Moves the clock ahead for everybody at once; it never goes back. */
export async function moveBusinessClock(tx: Tx, byMs: number): Promise<BusinessClock> {
  return show(
    await requireOne<ClockRow>(tx, `UPDATE sandbox_clock SET ahead_ms = ahead_ms + $1 RETURNING ${columns}`, [byMs]),
  );
}

function show(row: ClockRow): BusinessClock {
  return { now: row.business_now, aheadMs: Number(row.ahead_ms) };
}
