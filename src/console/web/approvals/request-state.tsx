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

/** The state of a request, and whether it waits for the viewer. */
export function RequestState({ request: { State, Mine } }: { request: StaffRequestAnswer }) {
  const t = useTranslations('console.approvals');
  const isForMe = State === 'waiting' && Mine === 'decide';
  return isForMe ? <StatusBadge tone={tones[State]}>{t('waitsForYou')}</StatusBadge> : <StateBadge state={State} />;
}

/** The state of a request, for use on other pages. */
export function StateBadge({ state }: { state: RequestStateName }) {
  const t = useTranslations('console.approvals.states');
  return <StatusBadge tone={tones[state]}>{t(state)}</StatusBadge>;
}
