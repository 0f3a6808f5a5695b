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

/** The page's own texts beside all others, in the language that is spoken now. */
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
