import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';

/** The parts of a query that are used, whether it reads one answer or pages. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface QueryViewProps<Data> {
  query: QueryState<Data>;
  /** Skeletons in the shape of the expected data. */
  waiting: ReactNode;
  /** Shown instead of the rows when `isEmpty` returns true. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/**
 * The states of every list and figure, the same everywhere: waiting, failed with a retry, empty, loaded. Earlier data stays on screen
 * during a refetch, also when it fails (H5).
 */
export function QueryView<Data>({ query, waiting, empty, isEmpty, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.error) {
    return <FailedState error={query.error} onRetry={query.refetch} isRetrying={query.isFetching} />;
  }
  return waiting;
}
