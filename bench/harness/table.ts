/** A figure with the limit that was measured beside it, in the same run. */
export interface Line {
  what: string;
  /** A run each. */
  figures: number[];
  unit: string;
  /** Of the same runs, and what it is; absent where the figure is judged by itself. */
  limits?: number[];
  limit?: string;
  /** The least that the ratio to the limit has to reach, or the most that the figure may come to. */
  least?: number;
  most?: number;
  note?: string | undefined;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** The ratio of each run to the limit of the same run: what else the machine did falls on both. Of a limit of nothing there is none. */
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

/** Beside their limits, as everything: what else the machine did meanwhile is not growth. Times grow up, rates down. */
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
