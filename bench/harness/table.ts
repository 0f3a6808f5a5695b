/** A figure and the limit measured beside it in the same run. */
export interface Line {
  what: string;
  /** One per run. */
  figures: number[];
  unit: string;
  /** The limits of the same runs, and what they measure; absent if the figure is judged on its own. */
  limits?: number[];
  limit?: string;
  /** The minimum ratio to the limit, or the maximum of the figure. */
  least?: number;
  most?: number;
  note?: string | undefined;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/**
 * The median over all runs of the ratio to the limit of the same run, so that other load on the machine affects both. Undefined if a limit
 * is zero.
 */
export function ratioOf({ figures, limits }: Pick<Line, 'figures' | 'limits'>): number | undefined {
  return limits?.every((limit) => limit > 0)
    ? median(figures.map((figure, run) => figure / (limits[run] ?? Number.NaN)))
    : undefined;
}

const shownAs = (figure: number): string => figure.toFixed(figure < 100 ? 1 : 0);

export function formatLine(line: Line): string {
  const ratio = ratioOf(line);
  const figure = median(line.figures);
  return [
    line.what.padEnd(52),
    `${shownAs(figure)} ${line.unit}`.padStart(14),
    (line.limits ? shownAs(median(line.limits)) : '').padStart(9),
    ` ${(line.limit ?? '').padEnd(20)}`,
    (ratio?.toFixed(2) ?? '').padStart(6),
    line.least === undefined ? '' : ` aim ${line.least}${(ratio ?? figure) >= line.least ? '' : ' MISSED'}`,
    line.most === undefined ? '' : ` at most ${line.most}${figure <= line.most ? '' : ' MISSED'}`,
    line.note ? `  ${line.note}` : '',
  ]
    .join('')
    .trimEnd();
}

/** Compares figures relative to their limits, so that other load on the machine does not count as growth. Times grow up, rates down. */
export function formatGrowth(
  small: readonly Line[],
  large: readonly Line[],
  names: readonly [string, string],
): string[] {
  return large.flatMap((line) => {
    const before = small.find(({ what }) => what === line.what);
    if (!before) return [];
    const [one, other] = [before, line].map((each) => ratioOf(each) ?? median(each.figures)) as [number, number];
    const growth = line.unit.endsWith('/s') ? one / other : other / one;
    return [
      `${line.what.padEnd(52)} ${names[0]} to ${names[1]}: ${growth.toFixed(2)} times the cost${growth > 1.2 ? ', aim 1.2 MISSED' : ''}`,
    ];
  });
}
