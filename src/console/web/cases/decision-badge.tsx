import { useTranslations } from 'use-intl';
import type { StaffCase } from '#console/cases-contract.ts';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';

/** The decision on a case. */
export function DecisionBadge({ decision }: { decision: StaffCase['Decision'] }) {
  const t = useTranslations('console.cases');
  if (!decision) return <StatusBadge tone="running">{t('undecided')}</StatusBadge>;
  return <StatusBadge tone={decision === 'nothing' ? 'good' : 'bad'}>{t(`decisions.${decision}`)}</StatusBadge>;
}
