import { useTranslations } from 'use-intl';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { InvestmentStatus } from '../contract.ts';

const tones = { active: 'running', expired: 'good' } as const;

export function InvestmentStatusBadge({ status }: { status: InvestmentStatus }) {
  const t = useTranslations('primevault.status');
  return <StatusBadge tone={tones[status]}>{t(status)}</StatusBadge>;
}
