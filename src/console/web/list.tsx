import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { ApiPage } from '#platform/web/api.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LongTable } from '#platform/web/ui/long-table.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { TableProps } from '#platform/web/ui/table.tsx';
import { type Asked, type Filter, Filters, useAsked } from './filters.tsx';
import { type ReadOptions, useStaffPages } from './use-staff-query.ts';

type Paged = EndpointShape & { pages: true };
type RowOf<E extends Paged> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never;

interface ListProps<E extends Paged> extends Omit<TableProps<RowOf<E>>, 'rows'>, ReadOptions {
  of: E;
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
  const { of, given, filters = [], asking = asItIs, empty, children, everyMs, isLook, isSearch, ...table } = props;
  const [asked, ask] = useAsked(filters);
  const options = { ...(everyMs && { everyMs }), ...(isLook && { isLook }), ...(isSearch && { isSearch }) };
  const input = { [of.body ? 'body' : 'query']: { ...given, ...asking(asked) } };
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
  query: Pages<Row>;
  empty: string;
}

/** The rows of a list that was asked for elsewhere. */
export function Rows<Row>({ query, empty, ...table }: RowsProps<Row>) {
  const t = useTranslations('console');
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = {
    label: t('more'),
    hasMore: hasNextPage,
    isLoading: isFetchingNextPage,
    hasFailed: isFetchNextPageError,
    load: () => void fetchNextPage(),
  };
  return (
    <QueryView
      query={query}
      waiting={<SkeletonRows />}
      isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
      empty={<EmptyState text={empty} />}
    >
      {({ pages }) => <LongTable {...table} rows={pages.flatMap(({ rows }) => rows)} more={more} />}
    </QueryView>
  );
}
