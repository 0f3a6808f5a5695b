/** A figure with the limit that was measured beside it, in the same run. */
export interface Line {
  what: string;
  /** A run each. */
  figures: number[];
  limits: number[];
  unit: string;
  limit: string;
  /** What the ratio has to reach. */
  aim?: number;
  note?: string;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** The ratio of each run to the limit of the same run: what else the machine did falls on both. */
export function ratioOf({ figures, limits }: Line): number {
  return median(figures.map((figure, run) => figure / (limits[run] ?? Number.NaN)));
}

export function printLine(line: Line): void {
  const ratio = ratioOf(line);
  const shown = [
    line.what.padEnd(44),
    `${median(line.figures).toFixed(0)} ${line.unit}`.padStart(12),
    median(line.limits).toFixed(0).padStart(8),
    ` ${line.limit.padEnd(22)}`,
    ratio.toFixed(2).padStart(6),
    line.aim === undefined ? '' : ` aim ${line.aim}${ratio >= line.aim ? '' : ' MISSED'}`,
    line.note ? `  ${line.note}` : '',
  ];
  process.stdout.write(`${shown.join('').trimEnd()}\n`);
}
