import { directionOf, firstLanguage, isLanguage, type Language } from '#platform/languages.ts';
import { recall, remember } from '../remembered.ts';

/** The language chosen earlier, or the browser's: Portuguese when it starts with `pt`, otherwise English (B7). */
export function rememberedLanguage(): Language {
  const chosen = recall('language');
  return isLanguage(chosen) ? chosen : firstLanguage(navigator.languages);
}

export function rememberLanguage(language: Language): void {
  remember('language', language);
}

/** Sets the page's language and direction, on which fonts, hyphenation, screen readers and the `Accept-Language` of calls depend. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Each language in its own spelling. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
  'zh-CN': '简体中文',
  fa: 'فارسی',
};
