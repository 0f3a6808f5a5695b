import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { part } from '#platform/web/loading/part.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { timeZone } from '#platform/web/time-zone.ts';

const inPortuguese = part(() => import('./words/pt-br.ts'));
const inEnglish = part(() => import('./words/en.ts'));

/** Provides the customers' own texts to its children; the console loads them only here. */
export function CustomerWords({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const others = useMessages();
  const words = useQuery({
    queryKey: ['customer-words', language],
    queryFn: async () => (language === 'pt-BR' ? await inPortuguese() : await inEnglish()).texts,
    staleTime: Infinity,
  });
  return (
    <QueryView query={words} waiting={<SkeletonRows rows={3} />}>
      {(texts) => (
        <IntlProvider locale={language} messages={{ ...others, ...texts }} timeZone={timeZone} onError={reportError}>
          {children}
        </IntlProvider>
      )}
    </QueryView>
  );
}
