import { useTranslations } from 'use-intl';
import { useMoneyMutation } from '#platform/web/intents/use-money-mutation.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { chooseOpeningAlert, openLicence } from '../contract.ts';

export function useOpenLicence() {
  const t = useTranslations('copytrade.toasts');
  return useMoneyMutation(openLicence, {
    success: t('opened'),
    failed: t('openFailed'),
    unexpected: t('openUnexpected'),
  });
}

/** Turns the notification for the opening of registrations on or off. */
export function useChooseAlert() {
  const t = useTranslations('copytrade.alert');
  return useApiMutation(chooseOpeningAlert, { affects: ['copytrade'], failed: t('failed'), unexpected: t('failed') });
}
