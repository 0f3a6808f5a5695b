import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { localeOf } from '#platform/languages.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { loadHelpTexts } from './load-help-texts.ts';

interface HelpTextsProps {
  waiting: ReactNode;
  children: ReactNode;
}

/** Adds the page's own texts to the shared ones, in the current language. */
export function HelpTexts({ waiting, children }: HelpTextsProps) {
  const { language } = useLanguage();
  const others = useMessages();
  const texts = useQuery({
    queryKey: ['help', 'texts', language],
    queryFn: () => loadHelpTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={texts} waiting={waiting}>
      {(own) => (
        <IntlProvider locale={localeOf(language)} messages={{ ...others, ...own }}>
          {children}
        </IntlProvider>
      )}
    </QueryView>
  );
}
