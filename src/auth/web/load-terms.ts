import type { Language } from '#platform/languages.ts';
import type portuguese from '../messages/terms/pt-BR.json';
import { part } from '#platform/web/loading/part.ts';

/** The terms of use, section by section. Fetched when somebody wants to read them. */
export type TermsTexts = typeof portuguese;

const loaders: Record<Language, () => Promise<{ default: TermsTexts }>> = {
  'pt-BR': part(() => import('../messages/terms/pt-BR.json')),
  en: part(() => import('../messages/terms/en.json')),
  es: part(() => import('../messages/terms/es.json')),
  'zh-CN': part(() => import('../messages/terms/zh-CN.json')),
  fa: part(() => import('../messages/terms/fa.json')),
};

export async function loadTerms(language: Language): Promise<TermsTexts> {
  return (await loaders[language]()).default;
}
