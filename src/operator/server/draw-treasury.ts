import { randomUUID } from 'node:crypto';
import { readTreasury } from '#ledger/server/account-store.ts';
import { post } from '#ledger/server/post.ts';
import { micros, type Micros, toDecimal } from '#money/money.ts';
import { sumAwardsToCome } from '#network/server/bonus-store.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { type Operator, recordAction } from './record-action.ts';

/** Returns what is promised to nobody: what is left to promise, less the awards to be paid from it. */
export async function readFree(sql: Sql): Promise<Micros> {
  const [left, { owed, waiting }] = [await readTreasury(sql), await sumAwardsToCome(sql)];
  return micros(left - owed - waiting);
}

/**
 * Takes the operator's money out of the treasury, at most what is promised to nobody. Concurrent draws run one after the other, and
 * promises made meanwhile wait.
 *
 * @throws CommandRefused `too_little` when more is asked for than is free
 */
export async function drawTreasury(
  db: Database,
  amount: Micros,
  { operator, reason }: { operator: Operator; reason: string },
): Promise<Micros> {
  const key = `treasury:${randomUUID()}:drawn`;
  await transaction(db, async (tx) => {
    // A concurrent draw waits here, and then sees what is free after this one.
    await requireOne(tx, 'SELECT ledger.hold_treasury()');
    await requireFree(tx, amount);
    const { now } = await readBusinessClock(tx);
    const entries = [{ from: 'treasury', to: 'funding', amount } as const];
    await post(tx, { key, kind: 'treasury_drawn', owner: null, reference: null, entries }, now);
    const details = { usd: toDecimal(amount), journal: key, reason };
    await recordAction(tx, { operator, action: 'treasury draw', details });
  });
  return readTreasury(db);
}

/** @throws CommandRefused `too_little` when it is more than is free */
export async function requireFree(sql: Sql, amount: Micros): Promise<void> {
  const free = await readFree(sql);
  if (amount <= free) return;
  const most = toDecimal(free > 0n ? free : micros(0n));
  throw new CommandRefused('too_little', `${toDecimal(amount)} USD is more than is left to promise: ${most} USD.`);
}
