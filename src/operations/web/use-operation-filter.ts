import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { everything, type OperationFilter, readFilter, writeFilter } from './operation-filter.ts';

/** The filter of the address, and how it is changed: each change is a step that the back button undoes. */
export function useOperationFilter() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Partial<OperationFilter>) =>
      setSearch((before) => writeFilter(before, { ...readFilter(before), ...changes })),
    [setSearch],
  );
  const clear = useCallback(() => setSearch((before) => writeFilter(before, everything)), [setSearch]);
  return { filter: readFilter(search), change, clear };
}
