import { useTranslations } from 'use-intl';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { InputOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useStaffPages } from '../use-staff-query.ts';

type Paged = EndpointShape & { pages: true; method: 'GET' };
type RowOf<E extends Paged> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never;

interface PagedTableProps<E extends Paged> {
  caption: string;
  shape: E;
  input: InputOf<E>;
  columns: readonly Column<RowOf<E>>[];
  rowKey: (row: RowOf<E>) => string;
  empty: string;
}

/** A list of the console with its next pages, which are asked for by a press. */
export function PagedTable<E extends Paged>({ caption, shape, input, columns, rowKey, empty }: PagedTableProps<E>) {
  const t = useTranslations('console.customers');
  const pages = useStaffPages(shape, input);
  return (
    <>
      <QueryView
        query={pages}
        waiting={<SkeletonRows />}
        isEmpty={(data) => data.pages.every(({ rows }) => (rows as readonly unknown[]).length === 0)}
        empty={<EmptyState text={empty} />}
      >
        {(data) => (
          <Table
            caption={caption}
            columns={columns}
            rows={data.pages.flatMap(({ rows }) => rows as unknown as RowOf<E>[])}
            rowKey={rowKey}
          />
        )}
      </QueryView>
      {pages.hasNextPage && (
        <Button onClick={() => void pages.fetchNextPage()} isWorking={pages.isFetchingNextPage}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
