import { useTranslations } from 'use-intl';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { termsVersion } from '../terms-versions.ts';
import { TermsText } from './terms-text.tsx';

/** The present terms, in place: in the form that they are accepted with. */
export function TermsOfUse() {
  const t = useTranslations('auth.register');
  return (
    <Disclosure summary={t('readTerms')}>
      <TermsText version={termsVersion} label={t('readTerms')} />
    </Disclosure>
  );
}
