import type { Language } from '#platform/languages.ts';
import { part } from '#platform/web/loading/part.ts';
import type portuguese from '../messages/page/pt-BR.json';

/**
 * The texts of the help page. They are as long as those of all other screens together, so they are a separate file that is loaded with the
 * page.
 */
export interface HelpPageTexts {
  helpPage: typeof portuguese;
}

const loaders: Record<Language, () => Promise<{ default: typeof portuguese }>> = {
  'pt-BR': part(() => import('../messages/page/pt-BR.json')),
  en: part(() => import('../messages/page/en.json')),
  es: part(() => import('../messages/page/es.json')),
  'zh-CN': part(() => import('../messages/page/zh-CN.json')),
  fa: part(() => import('../messages/page/fa.json')),
};

export async function loadHelpTexts(language: Language): Promise<HelpPageTexts> {
  return { helpPage: (await loaders[language]()).default };
}
