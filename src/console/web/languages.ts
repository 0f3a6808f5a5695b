import type { Language } from '#platform/languages.ts';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';

/** The languages of the brokerage's staff: the two that the console is translated into. */
export const consoleLanguages = ['pt-BR', 'en'] as const satisfies readonly Language[];

export function consoleLanguage(): (typeof consoleLanguages)[number] {
  return rememberedLanguage() === 'pt-BR' ? 'pt-BR' : 'en';
}
