import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { micros } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { workApart } from '#database/server/work-apart.ts';
import type { AwardKind } from '../awards.ts';

type AwardEvents = Pick<DomainEvents, 'onAwardsPaid'>;

interface LookedAt {
  id: string;
  beneficiary_id: string;
  kind: AwardKind;
  value: bigint;
  paid: boolean;
}

/** The number of awards paid in one transaction. */
const batch = 2_000;

/**
 * Pays due awards, longest waiting first, and returns how many. Whatever the treasury cannot pay stays owed, and no smaller award overtakes
 * it. A beneficiary who cannot be paid holds up nobody else. Safe to run twice and on many machines: each award's journal has its own key.
 *
 * @throws the first fault, when everybody else is paid
 */
export async function payOwedAwards(
  db: Database,
  now: Date,
  events: AwardEvents = noSubscribers,
  most = batch,
): Promise<number> {
  const stuck = new Map<string, unknown>();
  let paid = 0;
  for (let isMore = true; isMore;) {
    const before = paid;
    const owed = await readOwed(db, most, [...stuck.keys()]);
    const { failed, undivided } = await workApart(
      owed,
      (award) => award.beneficiary_id,
      async (some) => {
        const looked = await payBatch(db, some, now, events);
        paid += looked.filter((award) => award.paid).length;
      },
    );
    for (const [beneficiary, fault] of failed) stuck.set(beneficiary, fault);
    isMore = paid > before && (owed.length === most || undivided.size > 0);
  }
  for (const fault of stuck.values()) throw fault;
  return paid;
}

/** Those that are due longest, without those of these beneficiaries. */
function readOwed(
  db: Database,
  most: number,
  without: readonly string[],
): Promise<Pick<LookedAt, 'id' | 'beneficiary_id'>[]> {
  return db.query(
    `SELECT id, beneficiary_id FROM network_awards
     WHERE paid_at IS NULL AND due_at IS NOT NULL AND beneficiary_id <> ALL ($2::uuid[]) ORDER BY due_at, id LIMIT $1`,
    [most, without],
  );
}

/** Returns the awards considered, and which were paid: all, or as many as the treasury covered. */
function payBatch(db: Database, owed: readonly { id: string }[], now: Date, events: AwardEvents): Promise<LookedAt[]> {
  return transaction(db, async (tx) => {
    const awards = await tx.query<LookedAt>('SELECT id, beneficiary_id, kind, value, paid FROM pay_awards($1, $2)', [
      now,
      owed.map(({ id }) => id),
    ]);
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
