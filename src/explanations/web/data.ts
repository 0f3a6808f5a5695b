import { queryOptions } from '@tanstack/react-query';
import { callApi, callApiPage } from '#platform/web/api.ts';
import type { Accrual, Explanation, ExplainedOperation, ExplainedPosting } from '../contract.ts';
import {
  listAccruals,
  listExplainedPostings,
  listPositionOperations,
  listPositionPostings,
  readExplanation,
  readPositionExplanation,
} from '../contract.ts';
import type { FigureName } from '../figures.ts';

/** The address of an explanation: its owner, figure and, if any, position. */
export interface ExplanationAddress {
  user: string;
  figure: string;
  id: string | undefined;
}

/** Read once and explained as of that instant, so it does not change while it is being read. */
export function headOf({ user, figure, id }: ExplanationAddress) {
  return queryOptions({
    queryKey: ['explanations', 'head', user, figure, id ?? null],
    queryFn: ({ signal }): Promise<Explanation> =>
      id === undefined
        ? callApi(readExplanation, { params: { user, figure } }, { signal })
        : callApi(readPositionExplanation, { params: { user, figure, id } }, { signal }),
    staleTime: 'static',
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** A list of evidence, either of one of the leaf figures of a figure or of a position. */
export type EvidenceList =
  | { of: FigureName; list: 'postings' | 'accruals' }
  | { of: null; list: 'postings' | 'operations' };

export interface EvidencePage {
  postings: ExplainedPosting[];
  accruals: Accrual[];
  operations: ExplainedOperation[];
  next: string | null;
}

const nothing = { postings: [], accruals: [], operations: [] };
const rowsPerPage = '500';

/** Fetches a page of evidence as of the instant right before `end`. */
export async function readEvidence(
  { user, figure, id }: ExplanationAddress,
  { of, list }: EvidenceList,
  place: { after: string | undefined; end: string },
  signal: AbortSignal,
): Promise<EvidencePage> {
  const query = { limit: rowsPerPage, ...place };
  if (id !== undefined) {
    const params = { user, figure, id };
    if (list === 'postings') {
      const { rows, next } = await callApiPage(listPositionPostings, { params, query }, { signal });
      return { ...nothing, postings: rows, next };
    }
    const { rows, next } = await callApiPage(listPositionOperations, { params, query }, { signal });
    return { ...nothing, operations: rows, next };
  }
  const params = { user, figure: of ?? figure };
  if (list === 'postings') {
    const { rows, next } = await callApiPage(listExplainedPostings, { params, query }, { signal });
    return { ...nothing, postings: rows, next };
  }
  const { rows, next } = await callApiPage(listAccruals, { params, query }, { signal });
  return { ...nothing, accruals: rows, next };
}
