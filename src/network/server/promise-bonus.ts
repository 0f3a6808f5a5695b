import type { Invested, PositionCanceled } from '#ledger/server/domain-events.ts';
import { type Micros, micros, zero } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import { type Award, awardsOf, type Cause, cutTo } from '../awards.ts';
import { insertAwards, readUplines } from './award-store.ts';
import { markBonusVoid, sumRecentBonuses } from './bonus-store.ts';
import { giveCapitalBack, useNewCapital } from './capital-store.ts';
import { readBonusCaps, readPercentages } from './network-settings.ts';

/**
 * Whoever brought the member is to have a bonus on the new capital in what the member invested (W2), when the position has
 * ended as agreed. Nothing is posted now, so nobody above the member is locked and the treasury is not asked.
 */
export async function promiseBonus(tx: Tx, { customerId, reference, amount, product, at }: Invested): Promise<void> {
  const base = await useNewCapital(tx, customerId, amount);
  if (base === zero) return;
  const upline = (await readUplines(tx, [customerId], 1)).get(customerId) ?? [];
  const cause: Cause = { kind: 'bonus', sourceId: customerId, product, positionId: reference, base, at };
  const [bonus] = awardsOf(cause, upline, await readPercentages(tx, 'bonus'));
  const recorded = bonus ? await insertAwards(tx, [await capped(tx, { ...bonus, invested: amount })]) : [];
  // No bonus for it, or it had one before.
  if (recorded.length === 0) await giveCapitalBack(tx, customerId, base);
}

async function capped(tx: Tx, bonus: Award): Promise<Award> {
  const [caps, had] = [await readBonusCaps(tx), await sumRecentBonuses(tx, bonus.beneficiaryId, bonus.at)];
  const [today, thisMonth] = [micros(caps.day - had.day), micros(caps.month - had.month)];
  return cutTo(bonus, smaller(today, thisMonth));
}

function smaller(one: Micros, other: Micros): Micros {
  return one < other ? one : other;
}

/** A position that was left early earns nobody a bonus; its capital may earn one in another. */
export async function voidBonus(tx: Tx, { customerId, reference, at }: PositionCanceled): Promise<void> {
  const base = await markBonusVoid(tx, reference, at);
  if (base !== null) await giveCapitalBack(tx, customerId, base);
}
