import type { Journal } from '#ledger/journal.ts';
import type { Award } from './awards.ts';

/** Whoever brought the member gains; the treasury pays. One cause pays each level once: the key says so. */
export function awardJournal(award: Award & { id: string }): Journal {
  return {
    key: `network:${award.kind}:${award.positionId}:${award.level}:${award.beneficiaryId}`,
    kind: `network_${award.kind}`,
    owner: award.beneficiaryId,
    reference: award.id,
    entries: [{ from: 'treasury', to: 'balance', amount: award.value }],
  };
}
