import type { Language } from '#platform/languages.ts';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';

/** What the brokerage's own people speak: the two that the console has words in. */
export const consoleLanguages = ['pt-BR', 'en'] as const satisfies readonly Language[];

export function consoleLanguage(): (typeof consoleLanguages)[number] {
  return rememberedLanguage() === 'pt-BR' ? 'pt-BR' : 'en';
}
