/** A row that is in the page, or the end of the table, and how many that are not stand between it and the one before. */
export interface SpreadRow {
  index: number;
  gapBefore: number;
}

/**
 * The rows in sight, and the one that holds the focus with its neighbours, to which the keyboard goes next; in order, with the gaps
 * between them. The end of the table comes last.
 *
 * @param count how many rows there are
 */
export function spreadRows(inSight: readonly number[], focused: number | null, count: number): SpreadRow[] {
  const around = focused === null ? [] : [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < count);
  const present = [...new Set([...inSight, ...around])].sort((a, b) => a - b);
  return [...present, count].map((index, at) => ({ index, gapBefore: index - (present[at - 1] ?? -1) - 1 }));
}
