import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { IntlErrorCode, IntlProvider, type IntlError } from 'use-intl';
import { fallbackLanguage, type Language } from '#platform/languages.ts';
import { fillIn, type Texts } from './fill-in.ts';
import { rememberLanguage, showLanguage } from './language.ts';

/** Fetches the texts of one language, a file of their own. */
export type LoadTexts = (language: Language) => Promise<Texts>;

interface LanguageChoice {
  language: Language;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('useLanguage outside of LanguageProvider');
  return choice;
}

interface LanguageProviderProps {
  /** Loaded before the first paint, so that no screen is ever seen without words. */
  initial: { language: Language; texts: Texts };
  load: LoadTexts;
  children: ReactNode;
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Speaks one language at a time and changes it once its texts are there. A missing text comes in Portuguese. */
export function LanguageProvider({ initial, load, children }: LanguageProviderProps) {
  const [{ language, texts }, setSpoken] = useState(initial);
  const reportMissing = useFallback(language, load, setSpoken);

  const choose = useCallback(
    (next: Language) => {
      rememberLanguage(next);
      void load(next).then((loaded) => setSpoken({ language: next, texts: loaded }));
    },
    [load],
  );
  useEffect(() => showLanguage(language), [language]);

  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return (
    <LanguageContext value={choice}>
      <IntlProvider
        locale={language}
        messages={texts}
        timeZone={timeZone}
        onError={reportMissing}
        getMessageFallback={() => ''}
      >
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

type Spoken = LanguageProviderProps['initial'];

/** Portuguese is fetched only when a text turns out to be missing, and once. */
function useFallback(language: Language, load: LoadTexts, setSpoken: (change: (spoken: Spoken) => Spoken) => void) {
  const filled = useRef<Language>(fallbackLanguage);
  return useCallback(
    (error: IntlError) => {
      if (error.code !== IntlErrorCode.MISSING_MESSAGE || filled.current === language) {
        reportError(error);
        return;
      }
      filled.current = language;
      void load(fallbackLanguage).then((spare) =>
        setSpoken((spoken) => ({ ...spoken, texts: fillIn(spoken.texts, spare) })),
      );
    },
    [language, load, setSpoken],
  );
}
