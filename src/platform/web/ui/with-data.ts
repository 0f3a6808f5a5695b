import type { QueryState } from './query-view.tsx';

/**
 * A query whose data is shown in another form. Of the query only what is looked at is read: whoever reads all of it is drawn again for all
 * that changes of it, also when it is only no longer fresh.
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
