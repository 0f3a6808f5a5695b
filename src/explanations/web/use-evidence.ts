import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ExplainedOperation, ExplainedPosting, Explanation } from '../contract.ts';
import { type FigureName, figureRules, isFigure, isPosition, isTraded, leavesOf } from '../figures.ts';
import type { Evidence } from '../recount.ts';
import { type EvidenceList, type EvidencePage, type ExplanationAddress, readEvidence } from './data.ts';

/** Number of pages fetched automatically; beyond that the user is asked whether to continue. */
const pagesByThemselves = 40;

interface Place {
  list: number;
  after: string | undefined;
}

const firstPlace: Place = { list: 0, after: undefined };

type ReadPage = EvidencePage & { list: number };

export interface EvidenceState {
  /** The evidence of a leaf figure. */
  of: (leaf: FigureName) => Evidence;
  /** Whether all of its evidence has been read. */
  isRead: (leaf: FigureName) => boolean;
  postings: ExplainedPosting[];
  operations: ExplainedOperation[];
  /** Number of records read so far. */
  count: number;
  state: 'reading' | 'paused' | 'failed' | 'read';
  goOn: () => void;
}

/**
 * Fetches everything behind a figure, page by page, as of the timestamp of its value. `readAt` distinguishes one read of the figure from
 * the next.
 */
export function useEvidence(address: ExplanationAddress, head: Explanation, readAt: number): EvidenceState {
  const [mostPages, setMostPages] = useState(pagesByThemselves);
  const lists = useMemo(() => listsOf(head.Figure), [head.Figure]);
  const end = new Date(Date.parse(head.At) + 1).toISOString();
  const query = useInfiniteQuery({
    queryKey: ['explanations', 'evidence', address.user, address.figure, address.id ?? null, readAt],
    queryFn: async ({ pageParam, signal }): Promise<ReadPage> => {
      const list = lists[pageParam.list] as EvidenceList;
      return { list: pageParam.list, ...(await readEvidence(address, list, { after: pageParam.after, end }, signal)) };
    },
    initialPageParam: firstPlace,
    getNextPageParam: (page): Place | undefined => {
      if (page.next !== null) return { list: page.list, after: page.next };
      return page.list + 1 < lists.length ? { list: page.list + 1, after: undefined } : undefined;
    },
    staleTime: 'static',
    gcTime: 0,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const pages = query.data?.pages;
  const isPaused = hasNextPage && (pages?.length ?? 0) >= mostPages;
  useEffect(() => {
    if (hasNextPage && !isPaused && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isPaused, isFetching, isError, fetchNextPage]);

  const gathered = useMemo(() => gather(lists, pages ?? []), [lists, pages]);
  return {
    ...gathered,
    state: stateOf({ isError, isFetching, isPaused, isOver: pages !== undefined && !hasNextPage }),
    goOn: () => {
      if (isPaused) setMostPages(mostPages + pagesByThemselves);
      else void (pages ? fetchNextPage() : refetch());
    },
  };
}

interface Progress {
  isError: boolean;
  isFetching: boolean;
  isPaused: boolean;
  isOver: boolean;
}

function stateOf({ isError, isFetching, isPaused, isOver }: Progress): EvidenceState['state'] {
  if (isOver) return 'read';
  if (isError && !isFetching) return 'failed';
  return isPaused ? 'paused' : 'reading';
}

function listsOf(figure: Explanation['Figure']): EvidenceList[] {
  if (isFigure(figure)) {
    return leavesOf(figure).map((of) => ({ of, list: 'moves' in figureRules[of] ? 'postings' : 'accruals' }));
  }
  const operations = { of: null, list: 'operations' } as const;
  return [{ of: null, list: 'postings' }, ...(isPosition(figure) && isTraded(figure) ? [operations] : [])];
}

const none: Evidence = { postings: [], accruals: [] };

/** Groups the pages by the list they belong to. */
function gather(lists: readonly EvidenceList[], pages: readonly ReadPage[]) {
  const last = pages.at(-1);
  const whole = last ? last.list + (last.next === null ? 1 : 0) : 0;
  const ofLeaf = new Map<FigureName, Evidence>();
  for (const [at, { of }] of lists.entries()) {
    if (of === null) continue;
    const own = pages.filter(({ list }) => list === at);
    ofLeaf.set(of, {
      postings: own.flatMap(({ postings }) => postings),
      accruals: own.flatMap(({ accruals }) => accruals),
    });
  }
  const postings = pages.flatMap((page) => page.postings);
  const operations = pages.flatMap((page) => page.operations);
  const accruals = pages.flatMap((page) => page.accruals);
  return {
    of: (leaf: FigureName) => ofLeaf.get(leaf) ?? none,
    isRead: (leaf: FigureName) => lists.findIndex(({ of }) => of === leaf) < whole,
    postings,
    operations,
    count: postings.length + operations.length + accruals.length,
  };
}
