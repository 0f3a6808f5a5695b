import { useTranslations } from 'use-intl';
import type { StaffRequestAnswer } from '#console/contract.ts';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';

const tones = {
  waiting: 'running',
  approved: 'running',
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const;

/** Where a request is, and whether it waits for whoever looks. */
export function RequestState({ request: { State, Mine } }: { request: StaffRequestAnswer }) {
  const t = useTranslations('console.approvals');
  const isForMe = State === 'waiting' && Mine === 'decide';
  return <StatusBadge tone={tones[State]}>{isForMe ? t('waitsForYou') : t(`states.${State}`)}</StatusBadge>;
}
