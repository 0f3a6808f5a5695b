import { type AwardPaid, type Happenings, nobodyListens } from '#ledger/server/happenings.ts';
import { holdCapacity } from '#ledger/server/hold.ts';
import { post } from '#ledger/server/post.ts';
import { sum } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Award } from '../awards.ts';
import { awardMovement } from '../movements.ts';
import { type AwardRecord, insertAwards, markPaid } from './award-store.ts';

/**
 * Records what a cause awards and pays it in the same transaction (W2). What the treasury cannot pay at this moment, or only
 * by being waited for, stays owed: the cause has its own rules, and an award may neither refuse it nor hold it up.
 */
export async function payAwards(
  tx: Tx,
  reckoned: readonly Award[],
  told: Pick<Happenings, 'onAwardsPaid'> = nobodyListens,
): Promise<void> {
  if (reckoned.length === 0) return;
  const awards = await insertAwards(tx, reckoned);
  const paid = await postThosePayable(tx, awards);
  for (const at of new Set(paid.map((award) => award.at.getTime()))) {
    const together = paid.filter((award) => award.at.getTime() === at);
    await markPaid(
      tx,
      together.map((award) => award.id),
      new Date(at),
    );
  }
  if (paid.length > 0) await told.onAwardsPaid(tx, paid.map(asPaid));
}

export function asPaid({ beneficiaryId: customerId, kind, value, at }: Award): AwardPaid {
  return { customerId, kind, value, at };
}

async function postThosePayable(tx: Tx, awards: readonly AwardRecord[]): Promise<AwardRecord[]> {
  const paid: AwardRecord[] = [];
  // One part of the treasury for all of them, where one has enough.
  const isSure = await holdCapacity(tx, sum(awards.map((award) => award.value)));
  for (const award of awards) {
    if (!isSure && !(await holdCapacity(tx, award.value))) continue;
    await post(tx, awardMovement(award), award.at);
    paid.push(award);
  }
  return paid;
}
