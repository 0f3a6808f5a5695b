import type { QueryState } from './query-view.tsx';

/**
 * A query with its data in another form. Reads only the parts of the query that are used: reading all of it would re-render on every
 * change, even when it only becomes stale.
 */
export function withData<Data>(query: QueryState<unknown>, data: Data | undefined): QueryState<Data> {
  return {
    data,
    get error() {
      return query.error;
    },
    get isFetching() {
      return query.isFetching;
    },
    refetch: () => query.refetch(),
  };
}
