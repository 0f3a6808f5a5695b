import { useEffect } from 'react';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { recall } from '#platform/web/remembered.ts';
import { chooseOwnLanguage } from '#staff/contract.ts';
import { callStaff, greet } from '../queries.ts';
import { useMe } from '../use-me.ts';

/** Keeps with the member what they read the console in; a browser in which nobody has chosen takes over theirs. */
export function useKeptLanguage(): void {
  const { Language: kept } = useMe();
  const { language, choose } = useLanguage();
  useEffect(() => {
    if (kept === language) return;
    if (kept && recall('language') === null) choose(kept);
    else
      callStaff(chooseOwnLanguage, { body: { language } })
        .then(greet)
        // Mails come in the former language; the next choice or sign-in tries again.
        .catch(() => undefined);
    // Only what is read now, and a change of it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [language]);
}
