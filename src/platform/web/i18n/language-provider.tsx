import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IntlErrorCode, IntlProvider, type IntlError } from 'use-intl';
import { fallbackLanguage, type Language, localeOf } from '#platform/languages.ts';
import { showToast } from '../ui/toasts.ts';
import { fillIn, type Texts } from './fill-in.ts';
import { rememberedLanguage, rememberLanguage, showLanguage } from './language.ts';
import {
  areLazyMessagesMissed,
  areLazyMessagesWanted,
  missLazyMessages,
  noteLazyMessages,
  onLazyMessagesWanted,
} from './lazy-messages.ts';
import { timeZone } from '../time-zone.ts';

/** Fetches texts of one language, from a file of their own. */
export type LoadTexts = (language: Language) => Promise<Texts>;

/** Loaders for a language's two files: the initial texts, and those needed once a later screen is opened. */
interface LoadChapters {
  load: LoadTexts;
  /** Absent where `load` returns everything. */
  loadLater?: LoadTexts | undefined;
}

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

interface LanguageProviderProps extends LoadChapters {
  /** Loaded before the first paint, so that no screen ever appears without texts. */
  initial: { language: Language; texts: Texts };
  children: ReactNode;
}

/** Provides one language at a time and switches once the texts of another are loaded. A missing text falls back to Portuguese. */
export function LanguageProvider({ initial, load, loadLater, children }: LanguageProviderProps) {
  const [spoken, setSpoken] = useState<Spoken>(() => ({ ...initial, texts: { ...initial.texts } }));
  const { language, texts } = spoken;
  const loadWanted = useWanted({ load, loadLater });
  useLazyMessages(spoken, loadLater, setSpoken);
  const reportMissing = useFallback(language, loadWanted, loadLater !== undefined, setSpoken);

  const choose = useCallback(
    (next: Language) => {
      rememberLanguage(next);
      void loadWanted(next).then(
        (loaded) => setSpoken({ language: next, texts: loaded }),
        () => {
          rememberLanguage(language);
          // In the current language: the page stays as it is.
          const { couldNotLoad } = texts['platform'] as { couldNotLoad: string };
          showToast('danger', couldNotLoad);
        },
      );
    },
    [loadWanted, language, texts],
  );
  // Before any effect that calls the server in it.
  useLayoutEffect(() => showLanguage(language), [language]);
  useEffect(() => {
    // Follows a choice made in another tab; if its texts cannot be loaded, this tab stays as it is.
    const follow = ({ key }: StorageEvent): void => {
      const chosen = rememberedLanguage();
      if (key !== 'language' || chosen === language) return;
      void loadWanted(chosen).then(
        (loaded) => setSpoken({ language: chosen, texts: loaded }),
        () => undefined,
      );
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [language, loadWanted]);

  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return (
    <LanguageContext value={choice}>
      <IntlProvider
        locale={localeOf(language)}
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
type SetSpoken = (change: (spoken: Spoken) => Spoken) => void;

/** Loads the initial texts of a language, and the lazy ones too once a screen has requested them. */
function useWanted({ load, loadLater }: LoadChapters): LoadTexts {
  return useCallback(
    async (language) => {
      const [first, later] = await Promise.all([
        load(language),
        areLazyMessagesWanted() ? loadLater?.(language) : null,
      ]);
      return { ...first, ...later };
    },
    [load, loadLater],
  );
}

/**
 * Adds the lazy messages once they are wanted: to the existing texts object, because everything already rendered, which is most of a page,
 * would otherwise rerender at once. If something rendered has missed one of them, everything does rerender.
 */
function useLazyMessages({ language, texts }: Spoken, loadLater: LoadTexts | undefined, setSpoken: SetSpoken) {
  useEffect(() => {
    const add = (): void => {
      if (!areLazyMessagesWanted()) return;
      if (!loadLater) return noteLazyMessages();
      loadLater(language).then((later) => {
        Object.assign(texts, later);
        if (areLazyMessagesMissed()) setSpoken((spoken) => ({ ...spoken, texts: { ...spoken.texts } }));
        noteLazyMessages();
      }, noteLazyMessages);
    };
    add();
    return onLazyMessagesWanted(add);
  }, [language, texts, loadLater, setSpoken]);
}

/** A missing text may be one of the lazy messages. Portuguese is fetched only if it is not, and only once. */
function useFallback(language: Language, load: LoadTexts, hasLater: boolean, setSpoken: SetSpoken) {
  const filled = useRef<Language>(fallbackLanguage);
  return useCallback(
    (error: IntlError) => {
      if (error.code === IntlErrorCode.MISSING_MESSAGE && hasLater && !areLazyMessagesWanted()) {
        void missLazyMessages().catch(reportError);
        return;
      }
      if (error.code !== IntlErrorCode.MISSING_MESSAGE || filled.current === language) {
        reportError(error);
        return;
      }
      filled.current = language;
      void load(fallbackLanguage).then((spare) =>
        setSpoken((spoken) => ({ ...spoken, texts: fillIn(spoken.texts, spare) })),
      );
    },
    [language, load, hasLater, setSpoken],
  );
}
