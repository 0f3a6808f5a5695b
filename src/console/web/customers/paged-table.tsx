import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { InputOf } from '#platform/web/api.ts';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages } from '../use-staff-query.ts';

type Paged = EndpointShape & { pages: true };
type RowOf<E extends Paged> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never;

interface PagedTableProps<E extends Paged> {
  caption: string;
  shape: E;
  input: InputOf<E>;
  columns: readonly Column<RowOf<E>>[];
  rowKey: (row: RowOf<E>) => string;
  empty: string;
}

/** A table of what a call answers, page after page. */
export function PagedTable<E extends Paged>({ caption, shape, input, columns, rowKey, empty }: PagedTableProps<E>) {
  const query = useStaffPages(shape, input);
  return (
    <PagedView<RowOf<E>> query={query as never} empty={empty}>
      {(rows) => <Table caption={caption} columns={columns} rows={rows} rowKey={rowKey} />}
    </PagedView>
  );
}
