import type { Language } from '#platform/languages.ts';
import type {} from 'use-intl';
import type { messages as portuguese } from './pt-BR.ts';

/**
 * Everything Lastro says, by language and then by the folder that says it. Portuguese is where the keys are typed from:
 * a text that it does not have does not compile.
 */
export type Messages = typeof portuguese;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

const loaders: Record<Language, () => Promise<{ messages: Messages }>> = {
  'pt-BR': () => import('./pt-BR.ts'),
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
  fa: () => import('./fa.ts'),
};

export async function loadMessages(language: Language): Promise<Messages> {
  return (await loaders[language]()).messages;
}
