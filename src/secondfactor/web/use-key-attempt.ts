import '#platform/web/ui/keep-focus.ts';
import { useTranslations } from 'use-intl';
import { type Attempt, useAttempt } from '#platform/web/use-attempt.ts';
import { PasskeyNotShown } from './show-passkey.ts';

/** An attempt to show the second factor, which the customer may also break off in the browser's own dialog. */
export function useKeyAttempt(): Attempt {
  const t = useTranslations('secondfactor.show');
  return useAttempt(t('failed'), (failure) => (failure instanceof PasskeyNotShown ? t('canceled') : null));
}
