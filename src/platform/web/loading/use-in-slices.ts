import { useDeferredValue } from 'react';

/**
 * Renders data in slices when it first arrives, so that a slow phone stays responsive: otherwise everything that shows it would render in
 * one piece. Pass the result to memoised components (`memo`) only. Later changes render immediately.
 */
export function useInSlices<Value>(value: Value | undefined): Value | undefined {
  const isThere = useDeferredValue(value !== undefined);
  return isThere ? value : undefined;
}
