/**
 * The five languages a customer can read Lastro in (spec §1). Portuguese is the fallback everywhere a text is missing;
 * the browser decides the first language shown: Portuguese when it starts with `pt`, otherwise English.
 */
export const languages = ['pt-BR', 'en', 'es', 'zh-CN', 'fa'] as const;

export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = 'pt-BR';

/** Of what is said in some languages, what this reader reads: in their language, else in Portuguese, else in any. */
export function saidIn<Said>(said: Partial<Record<Language, Said>>, language: Language): Said | undefined {
  return said[language] ?? said[fallbackLanguage] ?? languages.map((each) => said[each]).find(Boolean);
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'fa' ? 'rtl' : 'ltr';
}

/**
 * The locale in which a language formats numbers, money and days: for everything in `Intl`, never for texts. Our Spanish is that of the
 * customers' America, which writes dollars the way its neighbour does (docs/decisions/0090-typed-text.md); plain `es` is Spain.
 */
export function localeOf(language: Language): string {
  return language === 'es' ? 'es-AR-u-hc-h23' : language;
}

/** The supported language for a tag such as `pt-PT` or `zh-Hans`; null when we support none for it. */
export function languageOfTag(tag: string): Language | null {
  const primary = tag.trim().toLowerCase().split('-')[0];
  return languages.find((language) => language.toLowerCase().split('-')[0] === primary) ?? null;
}

/** The language first shown to a browser with these preferred tags (spec §1: `pt` when the first starts with pt, otherwise English). */
export function firstLanguage(preferred: readonly string[]): Language {
  return preferred[0]?.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en';
}

/** More than any browser sends; the rest of a longer list is ignored. */
const mostRead = 256;
const mostPreferences = 16;

/** The language of an answer, from the `Accept-Language` header; Portuguese when the header names none of ours. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage) return fallbackLanguage;
  const preferences = acceptLanguage.slice(0, mostRead).split(',', mostPreferences).map(readPreference);
  preferences.sort((a, b) => b.weight - a.weight);
  for (const preference of preferences) {
    const language = preference.weight > 0 ? languageOfTag(preference.tag) : null;
    if (language) return language;
  }
  return fallbackLanguage;
}

function readPreference(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';');
  const quality = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find(Boolean);
  return { tag, weight: quality === undefined ? 1 : Number(quality) };
}
