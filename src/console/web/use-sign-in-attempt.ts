import { useTranslations } from 'use-intl';
import { type Attempt, useAttempt } from '#platform/web/use-attempt.ts';
import { PasskeyNotShown } from '#secondfactor/web/show-passkey.ts';

/** One step of the login of staff, whose passkey they may break off in the browser's own dialog. */
export function useSignInAttempt(): Attempt {
  const t = useTranslations('console.attempt');
  return useAttempt(t('failed'), (failure) => (failure instanceof PasskeyNotShown ? t('canceled') : null));
}
