import { useTranslations } from 'use-intl';
import { secondFactorRequired } from '#platform/approval.ts';
import { useMoneyMutation } from '#platform/web/intents/use-money-mutation.ts';
import { cancelStake, openStake } from '../contract.ts';

export function useOpenStake() {
  const t = useTranslations('stakes.toasts');
  return useMoneyMutation(openStake, {
    success: t('opened'),
    failed: t('openFailed'),
    unexpected: t('openUnexpected'),
  });
}

export function useCancelStake() {
  const t = useTranslations('stakes.toasts');
  return useMoneyMutation(cancelStake, {
    success: t('canceled'),
    failed: t('cancelFailed'),
    unexpected: t('cancelUnexpected'),
    saidByForm: [secondFactorRequired],
  });
}
