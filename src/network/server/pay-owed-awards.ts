import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { levelTreasury } from '#ledger/server/level-treasury.ts';
import { micros } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { noteChange } from '#platform/server/changes.ts';
import type { Database } from '#platform/server/database.ts';
import { eachOrThrow } from '#platform/server/each-at-once.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { AwardKind } from '../awards.ts';

type AwardEvents = Pick<DomainEvents, 'onAwardsPaid'>;

interface LookedAt {
  id: string;
  beneficiary_id: string;
  kind: AwardKind;
  value: bigint;
  paid: boolean;
}

/** How many awards of a cell are paid in one transaction. */
const batch = 2_000;
/** How often a cell's part of the treasury is filled up from others before the rest waits for the next round. */
const mostLevellings = 20;

/**
 * Pays awards that are due, cell by cell, the one that waited longest first, and says how many. What the treasury cannot pay stays owed,
 * and in its cell nothing smaller overtakes it. Safe to run twice and on many machines: an award's journal has its key.
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
  let paid = 0;
  for (let levellings = 0; levellings <= mostLevellings;) {
    const awards = await payBatch(db, cell, now, events, most);
    const unpaid = awards.filter((award) => !award.paid);
    paid += awards.length - unpaid.length;
    const [first] = unpaid;
    if (!first) {
      if (awards.length < most) return paid;
      continue;
    }
    const missing = unpaid.reduce((sum, { value }) => sum + value, 0n);
    levellings += 1;
    const isLevelled = (await levelTreasury(db, cell, missing)) || (await levelTreasury(db, cell, first.value));
    if (!isLevelled) return paid;
  }
  return paid;
}

/** What was looked at, and what of it was paid: all, or as far as the treasury of the cell reached. */
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
