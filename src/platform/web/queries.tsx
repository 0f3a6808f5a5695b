import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from './i18n/language-provider.tsx';
import { readAgain } from './read-again.ts';

/** Everything beneath reads from the server. Answers contain words: in another language everything is read again, also what is under way. */
export function Queries({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <ReadInLanguage />
      {children}
    </QueryClientProvider>
  );
}

function ReadInLanguage() {
  const queries = useQueryClient();
  const { language } = useLanguage();
  const read = useRef(language);
  useEffect(() => {
    if (read.current === language) return;
    read.current = language;
    // A first read is only cancelled when told to.
    void queries.cancelQueries().then(() => readAgain(queries, { repeatsLooks: true }));
  }, [language, queries]);
  return null;
}
