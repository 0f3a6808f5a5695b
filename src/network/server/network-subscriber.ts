import { type DomainEvents, noSubscribers, type ProfitPaid } from '#ledger/server/domain-events.ts';
import { holdAccounts } from '#ledger/server/hold.ts';
import type { Tx } from '#platform/server/database.ts';
import { awardsOf, type Cause, residualLevels } from '../awards.ts';
import { asDue, type DueAward, insertAwards, readUplines } from './award-store.ts';
import { markBonusesDue } from './bonus-store.ts';
import { moveCapital } from './capital-store.ts';
import { readPercentages } from './network-settings.ts';
import { payAwards } from './pay-awards.ts';
import { promiseBonus, voidBonus } from './promise-bonus.ts';

type AwardEvents = Pick<DomainEvents, 'onAwardsPaid'>;

/**
 * What happens in the network when a member brings money or takes it out, invests, leaves a position early, and is paid.
 *
 * @param events who is to hear of what it pays
 */
export function subscribeNetwork(events: AwardEvents): DomainEvents {
  return {
    ...noSubscribers,
    onCapitalMoved: (tx, { customerId, change }) => moveCapital(tx, customerId, change),
    onInvested: promiseBonus,
    onCanceled: voidBonus,
    onProfitPaid: (tx, paid) => payForEnds(tx, paid, events),
  };
}

/** The network by itself: nobody hears of what it pays. */
export const networkSubscriber = subscribeNetwork(noSubscribers);

/**
 * Positions have ended as agreed: the bonuses on them are due, and the three levels above each member earn on the profit.
 * Members and those above are locked together, before any is paid.
 */
async function payForEnds(tx: Tx, paid: readonly ProfitPaid[], events: AwardEvents): Promise<void> {
  if (paid.length === 0) return;
  const members = [...new Set(paid.map(({ customerId }) => customerId))];
  const uplines = await readUplines(tx, members, residualLevels);
  const above = [...uplines.values()].flat();
  const everybody = [...new Set([...members, ...above])];
  if (everybody.length > 1) await holdAccounts(tx, everybody);
  if (above.length === 0) return;
  const bonuses = await dueBonuses(tx, paid);
  const residuals = await dueResiduals(tx, paid, uplines);
  await payAwards(tx, [...bonuses, ...residuals], events);
}

/** A batch ends at one moment; should it ever not, each bonus is due at its own. */
async function dueBonuses(tx: Tx, paid: readonly ProfitPaid[]): Promise<DueAward[]> {
  const due: DueAward[] = [];
  for (const at of new Set(paid.map((each) => each.at.getTime()))) {
    const together = paid.filter((each) => each.at.getTime() === at).map(({ reference }) => reference);
    due.push(...(await markBonusesDue(tx, together, new Date(at))));
  }
  return due;
}

async function dueResiduals(
  tx: Tx,
  paid: readonly ProfitPaid[],
  uplines: ReadonlyMap<string, string[]>,
): Promise<DueAward[]> {
  const percentages = await readPercentages(tx, 'residual');
  const awards = paid.flatMap(({ customerId, product, reference, profit, at }) => {
    const cause: Cause = { kind: 'residual', sourceId: customerId, product, positionId: reference, base: profit, at };
    return awardsOf(cause, uplines.get(customerId) ?? [], percentages);
  });
  return awards.length === 0 ? [] : (await insertAwards(tx, awards)).map(asDue);
}
