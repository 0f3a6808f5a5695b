import { type Language, languages } from '#platform/languages.ts';

export interface Look {
  theme: 'dark' | 'light';
  language: Language;
  width: number;
}

/** One phone and one desktop look, one dark and one light; which is which alternates between languages. */
function looksIn(language: Language, at: number, phone: number): Look[] {
  const [one, other] = at % 2 === 0 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  return [
    { theme: one, language, width: phone },
    { theme: other, language, width: 1440 },
  ];
}

/** Covers every pair of writing direction, theme and width once. */
export const looks: Look[] = (['pt-BR', 'fa'] as const).flatMap((language, at) => looksIn(language, at, 360));

/** The same in all five languages, for layouts that text may break. */
export const looksInAll = (phone = 360): Look[] => languages.flatMap((language, at) => looksIn(language, at, phone));
