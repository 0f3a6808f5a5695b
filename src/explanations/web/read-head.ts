import type { Explanation } from '../contract.ts';
import type { ExplanationAddress } from './data.ts';

/** A figure as it was read, with a function to refetch it. */
export interface ReadHead {
  address: ExplanationAddress;
  head: Explanation;
  /** When it was read; identifies each read. */
  readAt: number;
  again: () => void;
  isReadAgain: boolean;
  /** Whether refetching has failed, so that this is still the previous value. */
  isStale: boolean;
}
