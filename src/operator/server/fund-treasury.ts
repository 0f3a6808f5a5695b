import { randomUUID } from 'node:crypto';
import { sendPost } from '#ledger/server/post.ts';
import { type Micros, toDecimal } from '#money/money.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Operator } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

/** Adds money of the operator's, from which profits can be promised. Returns the key of its event. */
export async function sendFunds(tx: Tx, amount: Micros): Promise<string> {
  const key = `treasury:${randomUUID()}:funded`;
  const now = await readPayingClock(tx);
  const entries = [{ from: 'funding', to: 'treasury', amount } as const];
  sendPost(tx, { key, kind: 'treasury_funded', owner: null, reference: null, entries }, now);
  return key;
}

/** The same where there is no command: a year of the sandbox, and the worlds of tests. */
export async function fundTreasury(db: Database, amount: Micros, operator: Operator | string): Promise<void> {
  await transaction(db, async (tx) => {
    const journal = await sendFunds(tx, amount);
    await recordAction(tx, { operator, action: 'treasury fund', details: { usd: toDecimal(amount), journal } });
  });
}
