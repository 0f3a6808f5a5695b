/**
 * The name of a file that a customer saves, in their language: `lastro-operações-2026-03-01-2026-03-31.csv`. Letters and digits of
 * whatever script, and dashes: nothing that a system refuses, and days that sort.
 *
 * @param parts from the general to the particular; what is null is left out
 */
export function fileName(parts: readonly (string | null)[], ending: string): string {
  const words = parts.map((part) =>
    (part ?? '')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  );
  const name = words
    .map((word) => word.replaceAll(/^-+|-+$/g, ''))
    .filter(Boolean)
    .join('-');
  return `${name}.${ending}`;
}
