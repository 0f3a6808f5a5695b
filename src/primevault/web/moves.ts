import { useTranslations } from 'use-intl';
import { useMoneyMutation } from '#platform/web/intents/use-money-mutation.ts';
import { openInvestment } from '../contract.ts';

export function useOpenInvestment() {
  const t = useTranslations('primevault.toasts');
  return useMoneyMutation(openInvestment, {
    success: t('opened'),
    failed: t('openFailed'),
    unexpected: t('openUnexpected'),
  });
}
