import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The same address with this filter; what filters nothing does not stand there.
 *
 * @param usual the values that filter nothing, beside null
 */
export function writeFilter<Filter extends Record<string, string | null>>(
  search: URLSearchParams,
  filter: Filter,
  usual?: Filter,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter)) {
    if (value === null || value === usual?.[name]) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * The filter of the address, and how it is changed: each change is a step that the back button undoes.
 *
 * @param read what cannot be one of its values filters nothing
 * @param everything the filter that leaves nothing out
 */
export function useAddressFilter<Filter extends Record<string, string | null>>(
  read: (search: URLSearchParams) => Filter,
  everything: Filter,
) {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Partial<Filter>) =>
      setSearch((before) => writeFilter(before, { ...read(before), ...changes }, everything)),
    [read, everything, setSearch],
  );
  const clear = useCallback(
    () => setSearch((before) => writeFilter(before, everything, everything)),
    [everything, setSearch],
  );
  return { filter: read(search), change, clear };
}
