import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import { listMembers, listMembersOf, type MemberOrder, readPrivacy, writePrivacy } from '../contract.ts';

const membersPerPage = '50';

export const networkQueries = {
  /** A page of the members directly below `parentId`, or below the customer when it is null. */
  level: (parentId: string | null, order: MemberOrder, after: string | undefined) =>
    queryOptions({
      queryKey: ['network', 'level', parentId, order, after ?? null],
      queryFn: ({ signal }) => {
        const query = { limit: membersPerPage, order, after };
        return parentId === null
          ? callApiPage(listMembers, { query }, { signal })
          : callApiPage(listMembersOf, { params: { id: parentId }, query }, { signal });
      },
    }),
  search: (text: string) =>
    infiniteQueryOptions({
      queryKey: ['network', 'search', text],
      queryFn: ({ pageParam, signal }) =>
        callApiPage(listMembers, { query: { search: text, limit: membersPerPage, after: pageParam } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
  privacy: queryOptions({
    queryKey: ['network', 'privacy'],
    queryFn: ({ signal }) => callApi(readPrivacy, {}, { signal }),
  }),
};

/** Sets whether the people above see e-mail and phone in full or masked. */
export function useWritePrivacy(): (masked: boolean) => Promise<void> {
  const queries = useQueryClient();
  return async (masked) => {
    queries.setQueryData(networkQueries.privacy.queryKey, await callApi(writePrivacy, { body: { masked } }));
  };
}
