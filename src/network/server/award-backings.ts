import { type Backing, type Backings, eventOf } from '#ledger/server/backing.ts';
import { journalKeySql } from './award-store.ts';

/** The events of the network are backed by awards that have been paid. */
export const awardBackings = {
  network_bonus: paidAwards('bonus'),
  network_residual: paidAwards('residual'),
} satisfies Partial<Backings>;

function paidAwards(kind: 'bonus' | 'residual'): Backing {
  return eventOf({
    from: 'network_awards w',
    where: `w.kind = '${kind}' AND w.paid_at IS NOT NULL`,
    key: journalKeySql,
    owner: 'w.beneficiary_id',
    reference: 'w.id',
    legs: { 'treasury>balance': 'w.value' },
  });
}
