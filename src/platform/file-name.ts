/**
 * Builds the name of a file that a customer saves, in their language: `lastro-operações-2026-03-01-2026-03-31.csv`. Contains only dashes
 * and letters and digits of any script, so every system accepts it, and days that sort.
 *
 * @param parts from the general to the particular; null parts are left out
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
