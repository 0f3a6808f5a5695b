import type { Sessions } from './fill.ts';
import type { Ground } from './ground.ts';
import type { Line } from './table.ts';

/** What every measurement needs. */
export interface Measured {
  ground: Ground;
  programs: { pgbench: string; wrk: string };
  sessions: Sessions;
  runs: number;
  seconds: number;
  /** Prints a line of the table, and keeps it for the comparison of sizes. */
  print(line: Line): void;
}
