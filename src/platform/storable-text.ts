/** Longest text, in characters, kept of what another firm says. */
export const mostSaid = 500;

const unstorable = /[\p{Cc}\p{Cs}]+/gu;

/** Whether the database and JSON can hold it as it is: for what identifies somebody, which must not become another text. */
export function isStorable(text: string): boolean {
  return text.search(unstorable) === -1;
}

/**
 * Text from another firm as the database and JSON can hold it: a run of control characters (PostgreSQL has no NUL) or of halves of a
 * character becomes a space, what is longer than `mostCharacters` is cut between two characters, and no space is left at either end.
 */
export function storableText(text: string, mostCharacters = mostSaid): string {
  // No character is longer than two units: what lies beyond is never looked at, however long the text is.
  const cleaned = text
    .slice(0, 16 * mostCharacters)
    .replaceAll(unstorable, ' ')
    .trim();
  return Array.from(cleaned).slice(0, mostCharacters).join('').trim();
}
