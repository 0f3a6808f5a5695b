import type { Invariant, Pass } from '#ledger/server/audit-books.ts';
import type { Ground, GroundSettings } from './open-ground.ts';
import type { Seed } from './seed-bug.ts';

export const sizes = ['full', 'small'] as const;
export type Size = (typeof sizes)[number];

/** The context of a run. Every ground that it opens is audited at the end. */
export interface Trial {
  size: Size;
  /** Milliseconds until the kind should stop, finished or not; its counts cover what it did. */
  leftMs(): number;
  open(settings?: GroundSettings): Promise<Ground>;
}

export interface Outcome {
  /** How much was done, for the single line printed. */
  counts: string;
  /** Complaints in plain words; empty if all is well. */
  findings: string[];
}

/** One kind of endurance test: something done so often, or by so many concurrently, that its faults show. */
export interface Kind {
  name: string;
  run(trial: Trial): Promise<Outcome>;
  /** The rules that the books are audited against afterwards; all by default. */
  invariants?: readonly (Invariant | Pass)[];
  /** Bugs that this kind must find. */
  controls: readonly Seed[];
}
