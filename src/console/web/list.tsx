import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { ApiPage } from '#platform/web/api.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LongTable } from '#platform/web/ui/long-table.tsx';
import { type QueryState, QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Table, type TableProps } from '#platform/web/ui/table.tsx';
import { type Asked, type Filter, Filters, useAsked } from './filters.tsx';
import { type ReadOptions, useStaffPages } from './use-staff-query.ts';

export type Paged = EndpointShape & { pages: true };
export type RowOf<E extends Paged> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never;

interface ListProps<E extends Paged> extends Omit<TableProps<RowOf<E>>, 'rows'>, ReadOptions {
  of: E;
  /** What its path names. */
  params?: Asked;
  /** What the page asks for whatever the filters say. */
  given?: Asked;
  /** In the address. */
  filters?: readonly Filter[];
  /** What is asked for by what the filters say, where that is not the same. */
  asking?: (asked: Asked) => Asked;
  empty: string;
  /** Between the filters and the rows. */
  children?: ReactNode;
}

/** A list, declared: what it is of, by which filters, in which columns. Of any length: rows out of sight are not in the DOM. */
export function List<E extends Paged>(props: ListProps<E>) {
  const {
    of,
    params,
    given,
    filters = [],
    asking = asItIs,
    empty,
    children,
    everyMs,
    isLook,
    isSearch,
    ...table
  } = props;
  const [asked, ask] = useAsked(filters);
  const options = { ...(everyMs && { everyMs }), ...(isLook && { isLook }), ...(isSearch && { isSearch }) };
  const input = { ...(params && { params }), [of.body ? 'body' : 'query']: { ...given, ...asking(asked) } };
  const query = useStaffPages(of, input as never, options) as unknown as Pages<RowOf<E>>;
  return (
    <>
      {filters.length > 0 && (
        <Filters
          filters={filters}
          asked={asked}
          onAsk={(next) => (JSON.stringify(next) === JSON.stringify(asked) ? void query.refetch() : ask(next))}
        />
      )}
      {children}
      <Rows query={query} empty={empty} {...table} />
    </>
  );
}

const asItIs = (asked: Asked): Asked => asked;

type Pages<Row> = UseInfiniteQueryResult<InfiniteData<ApiPage<Row[]>>>;

interface RowsProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: Pages<Row> | QueryState<readonly Row[]>;
  empty: string;
}

/** The rows of a list that was asked for elsewhere, whole or by pages. */
export function Rows<Row>({ query, empty, ...table }: RowsProps<Row>) {
  const t = useTranslations('console');
  return (
    <QueryView<InfiniteData<ApiPage<Row[]>> | readonly Row[]> query={query} waiting={<SkeletonRows />}>
      {(data) => {
        const rows = 'pages' in data ? data.pages.flatMap((page) => page.rows) : data;
        if (rows.length === 0 || !('fetchNextPage' in query))
          return <TableOrNone {...table} rows={rows} empty={empty} />;
        const more = {
          label: t('more'),
          hasMore: query.hasNextPage,
          isLoading: query.isFetchingNextPage,
          hasFailed: query.isFetchNextPageError,
          load: () => void query.fetchNextPage(),
        };
        return <LongTable {...table} rows={rows} more={more} />;
      }}
    </QueryView>
  );
}

/** Rows that are there already; what stands in their place where there are none. */
export function TableOrNone<Row>({ empty, ...table }: TableProps<Row> & { empty: string }) {
  return table.rows.length === 0 ? <EmptyState text={empty} /> : <Table {...table} />;
}
