import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';

interface WholeViewProps<Row> {
  query: UseQueryResult<Row[]>;
  empty: string;
  children: (rows: Row[]) => ReactNode;
}

/** A list without pages. */
export function WholeView<Row>({ query, empty, children }: WholeViewProps<Row>) {
  return (
    <QueryView
      query={query}
      waiting={<SkeletonRows />}
      isEmpty={(rows) => rows.length === 0}
      empty={<EmptyState text={empty} />}
    >
      {children}
    </QueryView>
  );
}
