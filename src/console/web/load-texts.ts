import type { LoadTexts } from '#platform/web/i18n/language-provider.tsx';
import { part } from '#platform/web/loading/part.ts';

const texts = {
  'pt-BR': part(() => import('./texts/pt-br.ts')),
  en: part(() => import('./texts/en.ts')),
  es: part(() => import('./texts/es.ts')),
  'zh-CN': part(() => import('./texts/zh-cn.ts')),
  fa: part(() => import('./texts/fa.ts')),
};

const later = {
  'pt-BR': part(() => import('./texts/later-pt-br.ts')),
  en: part(() => import('./texts/later-en.ts')),
  es: part(() => import('./texts/later-es.ts')),
  'zh-CN': part(() => import('./texts/later-zh-cn.ts')),
  fa: part(() => import('./texts/later-fa.ts')),
};

/** The texts of what is rarely opened. */
export const loadLaterTexts: LoadTexts = async (language) => (await later[language]()).texts;

/** All other texts of the console, one file per language. */
export const loadTexts: LoadTexts = async (language) => (await texts[language]()).texts;
