import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Returns the search parameters with this filter applied, omitting values that filter nothing.
 *
 * @param usual the values that filter nothing, besides null
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
 * The filter in the URL, and functions that change it: each change is a step that the back button undoes.
 *
 * @param read parses the filter; an invalid value filters nothing
 * @param everything the filter that excludes nothing
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
