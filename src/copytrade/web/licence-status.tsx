import { useTranslations } from 'use-intl';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { LicenceStatus } from '../contract.ts';

const tones = { active: 'running', expired: 'good' } as const;

export function LicenceStatusBadge({ status }: { status: LicenceStatus }) {
  const t = useTranslations('copytrade.status');
  return <StatusBadge tone={tones[status]}>{t(status)}</StatusBadge>;
}
