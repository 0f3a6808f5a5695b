import { randomUUID } from 'node:crypto';
import { readTreasury } from '#ledger/server/account-store.ts';
import { sendPost } from '#ledger/server/post.ts';
import { type Micros, toDecimal } from '#money/money.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { type Operator, recordAction } from './record-action.ts';

/** Adds money of the operator's, from which profits can be promised. Returns what the treasury now has left to promise. */
export async function fundTreasury(db: Database, amount: Micros, operator: Operator | string): Promise<Micros> {
  const key = `treasury:${randomUUID()}:funded`;
  await transaction(db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    const entries = [{ from: 'funding', to: 'treasury', amount } as const];
    sendPost(tx, { key, kind: 'treasury_funded', owner: null, reference: null, entries }, now);
    await recordAction(tx, { operator, action: 'treasury fund', details: { usd: toDecimal(amount), journal: key } });
  });
  return readTreasury(db);
}
