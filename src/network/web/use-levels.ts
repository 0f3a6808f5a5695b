import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberOrder } from '../contract.ts';
import { networkQueries } from './data.ts';
import type { Level } from './member-nodes.ts';

/** Stands for the customer, in place of a member's id. */
export const rootId = 'root';

/** Loads the levels below open rows page by page, with functions to load more and to retry. */
export function useLevels(openIds: readonly string[], order: MemberOrder) {
  const [pages, setPages] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  // A page further on is one of its order alone.
  const further = (id: string) => pages.get(`${order} ${id}`) ?? [];
  const asked = openIds.flatMap((id) => [undefined, ...further(id)].map((after) => ({ id, after })));
  const results = useQueries({
    queries: asked.map(({ id, after }) => networkQueries.level(id === rootId ? null : id, order, after)),
  });
  const levels = new Map<string, Level>();
  for (const [at, { id }] of asked.entries()) {
    const result = results[at];
    const before = levels.get(id)?.members ?? [];
    const members = [...before, ...(result?.data?.rows ?? [])];
    levels.set(id, { members, state: stateOf(result) });
  }
  function readMore(id: string) {
    const next = results[asked.findLastIndex((each) => each.id === id)]?.data?.next;
    if (next) setPages((known) => new Map(known).set(`${order} ${id}`, [...further(id), next]));
  }
  function retry(id: string) {
    for (const [at, each] of asked.entries()) if (each.id === id && results[at]?.error) void results[at].refetch();
  }
  const root = results[asked.findIndex((each) => each.id === rootId)];
  return { levels, readMore, retry, root };
}

function stateOf(
  result: { data?: { next: string | null } | undefined; error: Error | null } | undefined,
): Level['state'] {
  if (!result?.data) return result?.error ? 'failed' : 'waiting';
  return result.data.next ? 'more' : 'complete';
}
