import { useTranslations } from 'use-intl';
import type { RequestState as RequestStateName, StaffRequestAnswer } from '#console/contract.ts';
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
  return isForMe ? <StatusBadge tone={tones[State]}>{t('waitsForYou')}</StatusBadge> : <StateBadge state={State} />;
}

/** Where a request is, to whoever looks from elsewhere. */
export function StateBadge({ state }: { state: RequestStateName }) {
  const t = useTranslations('console.approvals.states');
  return <StatusBadge tone={tones[state]}>{t(state)}</StatusBadge>;
}
