import type { Sessions } from './fill.ts';
import type { Ground } from './ground.ts';
import type { Line } from './table.ts';

/** Context of every measurement. */
export interface Measured {
  ground: Ground;
  programs: { pgbench: string; wrk: string };
  sessions: Sessions;
  runs: number;
  seconds: number;
  /** Prints a line of the table and stores it for comparing sizes. */
  print(line: Line): void;
}
