import type { Ground } from './ground.ts';

/** What every measurement needs. */
export interface Measured {
  ground: Ground;
  programs: { pgbench: string; wrk: string };
  /** A file with a line each: a session's token, and its customer's id. */
  sessions: string;
  runs: number;
  seconds: number;
}
