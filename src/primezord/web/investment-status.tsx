import { useTranslations } from 'use-intl';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { InvestmentStatus } from '../contract.ts';

const tones = { in_progress: 'running', finished: 'good' } as const;

export function InvestmentStatusBadge({ status }: { status: InvestmentStatus }) {
  const t = useTranslations('primezord.status');
  return <StatusBadge tone={tones[status]}>{t(status)}</StatusBadge>;
}
