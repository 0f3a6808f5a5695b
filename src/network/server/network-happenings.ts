import { type Happenings, type Invested, nobodyListens, type ProfitPaid } from '#ledger/server/happenings.ts';
import { holdAccounts } from '#ledger/server/hold.ts';
import type { Tx } from '#platform/server/database.ts';
import { awardsOf, type Cause, residualLevels } from '../awards.ts';
import { readUplines } from './award-store.ts';
import { readPercentages } from './network-settings.ts';
import { payAwards } from './pay-awards.ts';

type AwardsTold = Pick<Happenings, 'onAwardsPaid'>;

/**
 * What happens in the network when a member invests, and when a member is paid.
 *
 * @param told who is to hear of what it pays
 */
export function listenForNetwork(told: AwardsTold): Happenings {
  return {
    ...nobodyListens,
    onInvested: (tx, invested) => payBonus(tx, invested, told),
    onProfitPaid: (tx, paid) => payResiduals(tx, paid, told),
  };
}

/** The network by itself: nobody hears of what it pays. */
export const networkHappenings = listenForNetwork(nobodyListens);

/** Whoever brought the member earns on the amount. The member's accounts are locked by now, and theirs come after. */
async function payBonus(
  tx: Tx,
  { customerId, reference, amount, ...invested }: Invested,
  told: AwardsTold,
): Promise<void> {
  const uplines = await readUplines(tx, [customerId], 1);
  const upline = uplines.get(customerId) ?? [];
  if (upline.length === 0) return;
  const cause: Cause = { ...invested, kind: 'bonus', sourceId: customerId, positionId: reference, base: amount };
  await payAwards(tx, awardsOf(cause, upline, await readPercentages(tx, 'bonus')), told);
}

/** The three levels above each member earn on the profit. Members and those above are locked together, before any is paid. */
async function payResiduals(tx: Tx, paid: readonly ProfitPaid[], told: AwardsTold): Promise<void> {
  if (paid.length === 0) return;
  const members = [...new Set(paid.map(({ customerId }) => customerId))];
  const uplines = await readUplines(tx, members, residualLevels);
  const above = [...uplines.values()].flat();
  const everybody = [...new Set([...members, ...above])];
  if (everybody.length > 1) await holdAccounts(tx, everybody);
  if (above.length === 0) return;
  const percentages = await readPercentages(tx, 'residual');
  const awards = paid.flatMap(({ customerId, product, reference, profit, at }) => {
    const cause: Cause = { kind: 'residual', sourceId: customerId, product, positionId: reference, base: profit, at };
    return awardsOf(cause, uplines.get(customerId) ?? [], percentages);
  });
  await payAwards(tx, awards, told);
}
