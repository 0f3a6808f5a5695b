/** Joins class names, skipping falsy ones: `classNames(styles.card, isOpen && styles.open)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
