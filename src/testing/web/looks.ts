import { type Language, languages } from '#platform/languages.ts';

export interface Look {
  theme: 'dark' | 'light';
  language: Language;
  width: number;
}

/** On a phone and on a desk, one dark and one light: which is which changes from language to language. */
function looksIn(language: Language, at: number, phone: number): Look[] {
  const [one, other] = at % 2 === 0 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  return [
    { theme: one, language, width: phone },
    { theme: other, language, width: 1440 },
  ];
}

/** Both directions of writing, each in both themes and at both widths: every two of them meet once. */
export const looks: Look[] = (['pt-BR', 'fa'] as const).flatMap((language, at) => looksIn(language, at, 360));

/** The same in all five languages, for what words may break. */
export const looksInAll = (phone = 360): Look[] => languages.flatMap((language, at) => looksIn(language, at, phone));
