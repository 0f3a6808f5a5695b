import { useTranslations } from 'use-intl';
import { useMoneyMutation } from '#platform/web/intents/use-money-mutation.ts';
import { openLicence } from '../contract.ts';

export function useOpenLicence() {
  const t = useTranslations('copytrade.toasts');
  return useMoneyMutation(openLicence, {
    success: t('opened'),
    failed: t('openFailed'),
    unexpected: t('openUnexpected'),
  });
}
