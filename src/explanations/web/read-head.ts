import type { Explanation } from '../contract.ts';
import type { ExplanationAddress } from './data.ts';

/** A figure as it was read, and the way to read it again. */
export interface ReadHead {
  address: ExplanationAddress;
  head: Explanation;
  /** When it was read: tells one reading from the next. */
  readAt: number;
  again: () => void;
  isReadAgain: boolean;
  /** Whether reading it again has failed: what is here is the reading before. */
  isStale: boolean;
}
