import type { LoadTexts } from '#platform/web/i18n/language-provider.tsx';
import { part } from '#platform/web/loading/part.ts';

const inPortuguese = part(() => import('./texts/pt-br.ts'));
const inEnglish = part(() => import('./texts/en.ts'));

/** All texts of the console, one file per language. */
export const loadTexts: LoadTexts = async (language) =>
  language === 'pt-BR' ? (await inPortuguese()).texts : (await inEnglish()).texts;
