import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ApiPage } from '#platform/web/api.ts';
import { Table, type TableProps } from '#platform/web/ui/table.tsx';
import { PagedView } from '../paged-view.tsx';

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: UseInfiniteQueryResult<InfiniteData<ApiPage<Row[]>>>;
  empty: string;
}

/** A table over a paginated call. */
export function PagedTable<Row>({ query, empty, ...table }: PagedTableProps<Row>) {
  return (
    <PagedView query={query} empty={empty}>
      {(rows) => <Table {...table} rows={rows} />}
    </PagedView>
  );
}
