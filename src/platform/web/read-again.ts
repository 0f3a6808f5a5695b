import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** What can be out of date: the first word of a query's key. */
export type Area = (typeof figures)[number] | 'auth' | 'secondfactor';

/** What a change affects; `everything` is everything that was read, except what never changes. */
export type Affected = readonly Area[] | 'everything';

/** What shows a customer's money, or the settings that decide about it. */
export const figures = [
  'catalog',
  'copytrade',
  'dashboard',
  'help',
  'history',
  'maturities',
  'network',
  'notices',
  'operations',
  'payouts',
  'positions',
  'primevault',
  'primezord',
  'profile',
  'stakes',
  'wallet',
  'yearly-statement',
] as const;

declare module '@tanstack/react-query' {
  interface Register {
    /** `isLook`: each read is recorded, so it is repeated only by an action that may have changed it. */
    queryMeta: { isLook?: boolean };
    /** `repeatsLooks`: an action of staff, after which the screen shows what became of it. */
    mutationMeta: { affects?: Affected; repeatsLooks?: boolean };
  }
}

/** Nobody waits longer for the figures after a change: they follow as they come. */
const longestMs = 2_000;

/** Up to this many pages of a list are read again at once; one scrolled further is when it is next opened. */
export const pagesReadAgain = 2;

interface Change {
  affects?: Affected | undefined;
  repeatsLooks?: boolean | undefined;
  /** Something that happened elsewhere: long lists are not read again for it. */
  isElsewhere?: boolean;
}

/** Reads again what a change affects; resolves when it is read, or after two seconds. */
export function readAgain(client: QueryClient, change: Change = {}): Promise<void> {
  const { affects = 'everything', repeatsLooks = false, isElsewhere = false } = change;
  const isAffected: QueryFilters['predicate'] = ({ queryKey, meta }) =>
    (affects === 'everything' || affects.some((area) => area === queryKey[0])) && (repeatsLooks || !meta?.isLook);
  void client.invalidateQueries({ predicate: isAffected, refetchType: 'none' });
  const reading = client.refetchQueries({
    type: 'active',
    predicate: (query) => isAffected(query) && !(isElsewhere && pagesOf(query.state.data) > pagesReadAgain),
  });
  return atMost(longestMs, reading);
}

function pagesOf(data: unknown): number {
  const { pages } = (data ?? {}) as { pages?: unknown };
  return Array.isArray(pages) ? pages.length : 0;
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
