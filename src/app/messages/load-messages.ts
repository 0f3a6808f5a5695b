import type { Language } from '#platform/languages.ts';
import type {} from 'use-intl';
import type { messages as firstInPortuguese } from './first/pt-BR.ts';
import type consoleInPortuguese from '#console/messages/pt-BR.json';
import type consoleLaterInPortuguese from '#console/messages/page/pt-BR.json';
import type helpPageInPortuguese from '#help/messages/page/pt-BR.json';
import type { messages as lazyInPortuguese } from './lazy/pt-BR.ts';
import type { messages as loginInPortuguese } from './login/pt-BR.ts';

/**
 * Lastro's texts, by language and then by owning folder, in two chapters: `first` for the login pages, the frame and the dashboard, `lazy`
 * for every other screen. When the browser opens on the login, an excerpt suffices. Keys are typed from the Portuguese texts: a key missing
 * there does not compile.
 */
export type FirstMessages = typeof firstInPortuguese;
export type LazyMessages = typeof lazyInPortuguese;
export type Messages = FirstMessages & LazyMessages;
type LoginMessages = typeof loginInPortuguese;

declare module 'use-intl' {
  interface AppConfig {
    /** The locale for formatting figures and dates (`localeOf`); for the language of texts use `useLanguage`. */
    Locale: string;
    /** The help page loads its own texts, and the console has separate pages. */
    Messages: Messages & {
      helpPage: typeof helpPageInPortuguese;
      console: typeof consoleInPortuguese;
      consoleLater: typeof consoleLaterInPortuguese;
    };
  }
}

type Loaders<Chapter> = Record<Language, () => Promise<{ messages: Chapter }>>;

const first: Loaders<FirstMessages> = {
  'pt-BR': () => import('./first/pt-BR.ts'),
  en: () => import('./first/en.ts'),
  es: () => import('./first/es.ts'),
  'zh-CN': () => import('./first/zh-CN.ts'),
  fa: () => import('./first/fa.ts'),
};

const later: Loaders<LazyMessages> = {
  'pt-BR': () => import('./lazy/pt-BR.ts'),
  en: () => import('./lazy/en.ts'),
  es: () => import('./lazy/es.ts'),
  'zh-CN': () => import('./lazy/zh-CN.ts'),
  fa: () => import('./lazy/fa.ts'),
};

const login: Loaders<LoginMessages> = {
  'pt-BR': () => import('./login/pt-BR.ts'),
  en: () => import('./login/en.ts'),
  es: () => import('./login/es.ts'),
  'zh-CN': () => import('./login/zh-CN.ts'),
  fa: () => import('./login/fa.ts'),
};

export async function loadLoginMessages(language: Language): Promise<LoginMessages> {
  return (await login[language]()).messages;
}

export async function loadFirstMessages(language: Language): Promise<FirstMessages> {
  return (await first[language]()).messages;
}

export async function loadLazyMessages(language: Language): Promise<LazyMessages> {
  return (await later[language]()).messages;
}

export async function loadMessages(language: Language): Promise<Messages> {
  const [begin, rest] = await Promise.all([loadFirstMessages(language), loadLazyMessages(language)]);
  return { ...begin, ...rest };
}
