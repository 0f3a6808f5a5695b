import { useTranslations } from 'use-intl';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { StakeStatus } from '../contract.ts';

const tones = { in_progress: 'running', finished: 'good', canceled: 'neutral' } as const;

export function StakeStatusBadge({ status }: { status: StakeStatus }) {
  const t = useTranslations('stakes.status');
  return <StatusBadge tone={tones[status]}>{t(status)}</StatusBadge>;
}
