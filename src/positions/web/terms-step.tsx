import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconRetry } from '#platform/web/ui/icons-action.tsx';
import { IconAlert, IconClock, IconInfo } from '#platform/web/ui/icons-status.tsx';
import { Term, TermsForm } from '#platform/web/ui/terms-form.tsx';
import type { ProductTerms } from './product-terms.ts';
import type { Promised } from './promise-summary.tsx';

interface TermsStepProps extends Pick<Promised, 'words'> {
  terms: ProductTerms;
  exitIcon: ReactNode;
  isAccepted: boolean;
  send: (event: { type: 'accepted'; isAccepted: boolean } | { type: 'continued' }) => void;
}

/** Step 1: what the product is, how to leave it, and what can go wrong. It must be accepted to continue. */
export function TermsStep({ words, terms, exitIcon, isAccepted, send }: TermsStepProps) {
  const t = useTranslations(words);
  const taxes = useTranslations('positions.taxes');
  return (
    <TermsForm
      accept={t('accept', { isTaxed: String(terms.tax !== null) })}
      proceed={t('continue')}
      isAccepted={isAccepted}
      onAccept={(accepted) => send({ type: 'accepted', isAccepted: accepted })}
      onProceed={() => send({ type: 'continued' })}
    >
      <Term icon={<IconClock />} title={t('term')}>
        {terms.term}
      </Term>
      <Term icon={<IconRetry />} title={t('return')}>
        {terms.return}
      </Term>
      {terms.tax && (
        <Term icon={<IconInfo />} title={taxes('title')}>
          {terms.tax}
        </Term>
      )}
      <Term icon={exitIcon} title={t('exit')}>
        {terms.exit}
      </Term>
      <Term icon={<IconAlert />} title={t('risk')}>
        {terms.risk}
      </Term>
    </TermsForm>
  );
}
