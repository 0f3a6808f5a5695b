import type { Invariant, Pass } from '#ledger/server/audit-books.ts';
import type { Ground, GroundSettings } from './open-ground.ts';
import type { Seed } from './seed-bug.ts';

export const sizes = ['full', 'small'] as const;
export type Size = (typeof sizes)[number];

/** What a run has to work with. Every ground that it opens is audited when it has ended. */
export interface Trial {
  size: Size;
  /** Milliseconds until the kind should come to its end, done or not; what it counts is what it did. */
  leftMs(): number;
  open(settings?: GroundSettings): Promise<Ground>;
}

export interface Outcome {
  /** How much was done, for the one line that is printed. */
  counts: string;
  /** Complaints in plain words; none is what is hoped for. */
  findings: string[];
}

/** One kind of endurance: something that happens so often, or to so many at once, that what is wrong with it shows. */
export interface Kind {
  name: string;
  run(trial: Trial): Promise<Outcome>;
  /** The rules that the books are audited against afterwards; all of them unless told. */
  invariants?: readonly (Invariant | Pass)[];
  /** Bugs that this kind has to find. */
  controls: readonly Seed[];
}
