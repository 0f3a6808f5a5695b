import type { Language } from '#platform/languages.ts';
import type portuguese from '../messages/terms/pt-BR.json';

/** The terms of use, section by section. Fetched when somebody wants to read them. */
export type TermsTexts = typeof portuguese;

const loaders: Record<Language, () => Promise<{ default: TermsTexts }>> = {
  'pt-BR': () => import('../messages/terms/pt-BR.json'),
  en: () => import('../messages/terms/en.json'),
  es: () => import('../messages/terms/es.json'),
  'zh-CN': () => import('../messages/terms/zh-CN.json'),
  fa: () => import('../messages/terms/fa.json'),
};

export async function loadTerms(language: Language): Promise<TermsTexts> {
  return (await loaders[language]()).default;
}
