import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { prefetchDeposit, prefetchNewStake, prefetchWithdraw } from '../dialogs.ts';

/** The three actions available everywhere, shared by the navbar and the bottom bar: a label, and what links to its dialog. */
export function useFrameActions() {
  const t = useTranslations('app.actions');
  const queries = useQueryClient();
  return {
    newStake: {
      label: t('newStake'),
      link: { name: 'new-stake', onPointerEnter: () => prefetchNewStake(queries) },
    },
    withdraw: { label: t('withdraw'), link: { name: 'withdraw', onPointerEnter: prefetchWithdraw } },
    bring: { label: t('bring'), link: { name: 'deposit', onPointerEnter: prefetchDeposit } },
  } as const;
}
