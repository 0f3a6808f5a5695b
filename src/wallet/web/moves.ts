import { useTranslations } from 'use-intl';
import { secondFactorRequired } from '#platform/approval.ts';
import { useMoneyMutation } from '#platform/web/intents/use-money-mutation.ts';
import { openDeposit, openWithdrawal } from '../contract.ts';

/** Without a success toast: the answer shows that it is on its way, and `follow-transfer.ts` reports when it has arrived. */
export function useOpenDeposit() {
  const t = useTranslations('wallet.toasts');
  return useMoneyMutation(openDeposit, { failed: t('failed'), unexpected: t('unexpected') });
}

export function useOpenWithdrawal() {
  const t = useTranslations('wallet.withdraw.toasts');
  return useMoneyMutation(openWithdrawal, {
    failed: t('failed'),
    unexpected: t('unexpected'),
    saidByForm: [secondFactorRequired],
  });
}
