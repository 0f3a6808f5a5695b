import { useDeferredValue } from 'react';

/**
 * What is read for the first time is drawn in slices, so that a slow phone answers to a touch meanwhile: an answer would otherwise have
 * everything that shows it drawn in one piece. Whoever passes it on passes it to what is drawn again for a change alone (`memo`). Once it
 * was there, what changes is drawn at once.
 */
export function useInSlices<Value>(value: Value | undefined): Value | undefined {
  const isThere = useDeferredValue(value !== undefined);
  return isThere ? value : undefined;
}
