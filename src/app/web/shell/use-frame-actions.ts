import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { prefetchDeposit, prefetchNewStake, prefetchWithdraw } from '../dialogs.ts';

/** The three actions available everywhere, shared by the navbar and the bottom bar. */
export function useFrameActions() {
  const t = useTranslations('app.actions');
  const queries = useQueryClient();
  const newStake = useDialogAddress('new-stake');
  const withdraw = useDialogAddress('withdraw');
  const deposit = useDialogAddress('deposit');
  return {
    newStake: { label: t('newStake'), onClick: () => newStake.open(), onPointerEnter: () => prefetchNewStake(queries) },
    withdraw: { label: t('withdraw'), onClick: () => withdraw.open(), onPointerEnter: prefetchWithdraw },
    bring: { label: t('bring'), onClick: () => deposit.open(), onPointerEnter: prefetchDeposit },
  };
}
