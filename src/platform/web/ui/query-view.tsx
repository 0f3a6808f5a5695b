import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';

/** What is looked at of a query, whether it reads one answer or pages. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface QueryViewProps<Data> {
  query: QueryState<Data>;
  /** Skeletons in the shape of what comes. */
  waiting: ReactNode;
  /** Shown instead of the rows when `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/**
 * The states every list and figure has, the same everywhere: waiting, failed with a retry, empty, there. What was read
 * before stays on the screen while it is read again, also when that fails (H5).
 */
export function QueryView<Data>({ query, waiting, empty, isEmpty, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.error) {
    return <FailedState error={query.error} onRetry={query.refetch} isRetrying={query.isFetching} />;
  }
  return waiting;
}
