import { useTranslations } from 'use-intl';
import { useUsd } from './amount.tsx';
import { missingOf } from './remainder.ts';
import { Notice } from '#platform/web/ui/notice.tsx';

interface ShortfallProps {
  /** What the amount is paid from, USD; undefined as long as it is unknown. */
  have: number | undefined;
  dollars: number;
  from?: 'balance' | 'wallet';
}

/** Says how much is missing, where it is. The dialog's button brings it (`use-amount-block.ts`). */
export function Shortfall({ have, dollars, from = 'balance' }: ShortfallProps) {
  const t = useTranslations('money.short');
  const formatUsd = useUsd();
  const missing = have === undefined ? null : missingOf(have, dollars);
  if (have === undefined || missing === null) return null;
  return <Notice tone="caution">{t(from, { have: formatUsd(have), missing: formatUsd(Number(missing)) })}</Notice>;
}
