import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { micros } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Database } from '#database/server/database.ts';
import { eachOrThrow } from '#platform/server/each-at-once.ts';
import { transaction } from '#database/server/transaction.ts';
import type { AwardKind } from '../awards.ts';

type AwardEvents = Pick<DomainEvents, 'onAwardsPaid'>;

interface LookedAt {
  id: string;
  beneficiary_id: string;
  kind: AwardKind;
  value: bigint;
  paid: boolean;
}

/** The number of awards of a cell paid in one transaction. */
const batch = 2_000;

/**
 * Pays due awards cell by cell, longest waiting first, and returns how many. Whatever the treasury cannot pay stays owed, and no smaller
 * award in its cell overtakes it. Safe to run twice and on many machines: each award's journal has its own key.
 */
export async function payOwedAwards(
  db: Database,
  now: Date,
  events: AwardEvents = noSubscribers,
  most = batch,
): Promise<number> {
  const cells = await db.query<{ cell: number }>(
    `SELECT c.cell FROM ledger.treasury AS c WHERE EXISTS (
       SELECT FROM network_awards w WHERE w.cell = c.cell AND w.paid_at IS NULL AND w.due_at IS NOT NULL) ORDER BY random()`,
  );
  let paid = 0;
  await eachOrThrow(cells, async ({ cell }) => {
    const ofCell = await payCell(db, cell, now, events, most);
    paid += ofCell;
  });
  return paid;
}

async function payCell(db: Database, cell: number, now: Date, events: AwardEvents, most: number): Promise<number> {
  for (let paid = 0; ;) {
    const ofBatch = (await payBatch(db, cell, now, events, most)).filter((award) => award.paid).length;
    paid += ofBatch;
    if (ofBatch < most) return paid;
  }
}

/** Returns the awards considered, and which were paid: all, or as many as the treasury covered. */
function payBatch(db: Database, cell: number, now: Date, events: AwardEvents, most: number): Promise<LookedAt[]> {
  return transaction(db, async (tx) => {
    const awards = await tx.query<LookedAt>(
      'SELECT id, beneficiary_id, kind, value, paid FROM pay_awards($1, $2, $3)',
      [cell, now, most],
    );
    const worth = awards.filter(({ paid, value }) => paid && value > 0n);
    for (const { beneficiary_id: customerId } of worth) noteChange(tx, customerId, 'money');
    if (worth.length > 0) {
      await events.onAwardsPaid(
        tx,
        worth.map(({ beneficiary_id: customerId, kind, value }) => {
          return { customerId, kind, count: 1, amount: wholeCents(micros(value)), at: now };
        }),
      );
    }
    return awards;
  });
}
