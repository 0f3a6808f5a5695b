import { randomUUID } from 'node:crypto';
import { readTreasury } from '#ledger/server/account-store.ts';
import { post } from '#ledger/server/post.ts';
import { type Micros, split, toDecimal } from '#money/money.ts';
import { readBusinessClock } from '#platform/server/business-clock.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { recordAction } from './record-action.ts';

/** As many as the treasury has shards: each entry lands on one of them, so that few openings meet on the same. */
const portions = Array<bigint>(16).fill(1n);

/**
 * The operator puts up money that profits can be promised from. Answers what the treasury now has left to promise.
 */
export function fundTreasury(db: Database, amount: Micros, operator: string): Promise<Micros> {
  return transaction(db, async (tx) => {
    const { now } = await readBusinessClock(tx);
    const entries = split(amount, portions).map(
      (portion) => ({ from: 'funding', to: 'treasury', amount: portion }) as const,
    );
    const key = `treasury:${randomUUID()}:funded`;

    await post(tx, { key, kind: 'treasury_funded', owner: null, reference: null, entries }, now);
    await recordAction(tx, { operator, action: 'treasury fund', details: { usd: toDecimal(amount), journal: key } });

    return readTreasury(tx);
  });
}
