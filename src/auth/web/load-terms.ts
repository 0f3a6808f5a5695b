import type { Language } from '#platform/languages.ts';
import type portuguese from '../messages/terms/2026-11-22/pt-BR.json';
import { part } from '#platform/web/loading/part.ts';
import type { TermsVersion } from '../terms-versions.ts';

/** The terms of use, section by section. Fetched when somebody wants to read them. */
export type TermsTexts = typeof portuguese;

const loaders: Record<TermsVersion, Record<Language, () => Promise<{ default: TermsTexts }>>> = {
  '2026-11-22': {
    'pt-BR': part(() => import('../messages/terms/2026-11-22/pt-BR.json')),
    en: part(() => import('../messages/terms/2026-11-22/en.json')),
    es: part(() => import('../messages/terms/2026-11-22/es.json')),
    'zh-CN': part(() => import('../messages/terms/2026-11-22/zh-CN.json')),
    fa: part(() => import('../messages/terms/2026-11-22/fa.json')),
  },
};

export async function loadTerms(version: TermsVersion, language: Language): Promise<TermsTexts> {
  return (await loaders[version][language]()).default;
}
