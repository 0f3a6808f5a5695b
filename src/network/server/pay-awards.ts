import { type AwardPaid, type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { holdCapacity } from '#ledger/server/hold.ts';
import { post } from '#ledger/server/post.ts';
import { sum, zero } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import { awardJournal } from '../journals.ts';
import { type DueAward, markPaid } from './award-store.ts';

/**
 * Pays awards in the transaction in which they fall due (W2). What the treasury cannot pay at this moment, or only by being
 * waited for, stays owed: the cause has its own rules, and an award may neither refuse it nor hold it up. One that the caps
 * have cut to nothing is over without a journal.
 */
export async function payAwards(
  tx: Tx,
  due: readonly DueAward[],
  events: Pick<DomainEvents, 'onAwardsPaid'> = noSubscribers,
): Promise<void> {
  if (due.length === 0) return;
  const paid = await postThosePayable(tx, due);
  for (const at of new Set(paid.map(({ dueAt }) => dueAt.getTime()))) {
    const together = paid.filter(({ dueAt }) => dueAt.getTime() === at);
    await markPaid(
      tx,
      together.map(({ id }) => id),
      new Date(at),
    );
  }
  const worth = paid.filter(({ value }) => value > zero);
  if (worth.length > 0) await events.onAwardsPaid(tx, worth.map(asPaid));
}

export function asPaid({ beneficiaryId: customerId, kind, value, dueAt: at }: DueAward): AwardPaid {
  return { customerId, kind, value, at };
}

async function postThosePayable(tx: Tx, due: readonly DueAward[]): Promise<DueAward[]> {
  const paid: DueAward[] = [];
  // One part of the treasury for all of them, where one has enough.
  const isSure = await holdCapacity(tx, sum(due.map(({ value }) => value)));
  for (const award of due) {
    if (!isSure && !(await holdCapacity(tx, award.value))) continue;
    if (award.value > zero) await post(tx, awardJournal(award), award.dueAt);
    paid.push(award);
  }
  return paid;
}
