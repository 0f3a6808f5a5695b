/** The texts of a language as they come from its files: messages (parsed at build time), or nested texts under a name. */
export interface Texts {
  readonly [key: string]: string | readonly unknown[] | Texts;
}

/** Fills gaps in `texts` from the fallback, at any depth (B7). */
export function fillIn(texts: Texts, fallback: Texts): Texts {
  const filled: Record<string, Texts[string]> = { ...fallback, ...texts };
  for (const [key, spare] of Object.entries(fallback)) {
    const own = texts[key];
    if (isTexts(own) && isTexts(spare)) filled[key] = fillIn(own, spare);
  }
  return filled;
}

function isTexts(value: Texts[string] | undefined): value is Texts {
  return typeof value === 'object' && !Array.isArray(value);
}
