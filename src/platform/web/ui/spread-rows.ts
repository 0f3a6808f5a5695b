/** A rendered row, or the end of the table, and how many unrendered rows lie between it and the previous one. */
export interface SpreadRow {
  index: number;
  gapBefore: number;
}

/**
 * The rows in sight, plus the focused row and its neighbours, to which the keyboard goes next; in order, with the gaps between them. The
 * end of the table comes last.
 *
 * @param count the total number of rows
 */
export function spreadRows(inSight: readonly number[], focused: number | null, count: number): SpreadRow[] {
  const around = focused === null ? [] : [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < count);
  const present = [...new Set([...inSight, ...around])].sort((a, b) => a - b);
  return [...present, count].map((index, at) => ({ index, gapBefore: index - (present[at - 1] ?? -1) - 1 }));
}
