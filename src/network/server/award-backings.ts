import { type Backing, type Backings, eventOf } from '#ledger/server/backing.ts';

/** What stands behind the events of the network: an award that has been paid. */
export const awardBackings = {
  network_bonus: paidAwards('bonus'),
  network_residual: paidAwards('residual'),
} satisfies Partial<Backings>;

function paidAwards(kind: 'bonus' | 'residual'): Backing {
  return eventOf({
    from: 'network_awards w',
    where: `w.kind = '${kind}' AND w.paid_at IS NOT NULL`,
    key: `'network:' || w.kind || ':' || w.position_id || ':' || w.level || ':' || w.beneficiary_id`,
    owner: 'w.beneficiary_id',
    reference: 'w.id',
    legs: { 'treasury>balance': 'w.value' },
  });
}
