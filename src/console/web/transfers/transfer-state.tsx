import { useTranslations } from 'use-intl';
import type { StaffTransfer } from '#console/transfers-contract.ts';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';

const tones = {
  created: 'running',
  awaiting_approval: 'running',
  held: 'running',
  sending: 'running',
  unknown: 'bad',
  done: 'running',
  refused: 'running',
  settled: 'good',
  returned: 'neutral',
} as const;

/** The state of a transfer, preceded by a warning if it is overdue. */
export function TransferState({
  transfer: { State, Overdue },
}: {
  transfer: Pick<StaffTransfer, 'State' | 'Overdue'>;
}) {
  const t = useTranslations('console.transfers');
  const word = t(`states.${State}`);
  return (
    <StatusBadge tone={Overdue ? 'bad' : tones[State]}>{Overdue ? t('overdue', { state: word }) : word}</StatusBadge>
  );
}
