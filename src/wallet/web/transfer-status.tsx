import { useTranslations } from 'use-intl';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { TransferStatus } from '../contract.ts';

const tones = { in_progress: 'running', complete: 'good', canceled: 'bad' } as const;

export function TransferStatusBadge({ status }: { status: TransferStatus }) {
  const t = useTranslations('wallet.status');
  return <StatusBadge tone={tones[status]}>{t(status)}</StatusBadge>;
}
