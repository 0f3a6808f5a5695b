import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';

/** What can be out of date: the first word of a query's key. */
export type Area =
  | 'auth'
  | 'copytrade'
  | 'maturities'
  | 'network'
  | 'notices'
  | 'primevault'
  | 'profile'
  | 'secondfactor'
  | 'wallet';

/** What a change affects: `figures` is what shows money or the settings that decide about it; what never changes is in none. */
export type Affected = readonly Area[] | 'figures' | 'everything';

/** No figures. */
const apart = new Set<unknown>(['auth', 'secondfactor', 'intent']);

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `isLook`: each read is recorded, so it is repeated only by an action that may have changed it. `readInSight`: a list scrolled far reads
     * only the pages in sight again (`use-long-list.ts`).
     */
    queryMeta: { isLook?: boolean; readInSight?: (client: QueryClient, key: QueryKey) => Promise<void> };
    /** `repeatsLooks`: an action of staff, after which the screen shows what became of it. */
    mutationMeta: { affects?: Affected | undefined; repeatsLooks?: boolean };
  }
}

/** Nobody waits longer for the figures after a change: they follow as they come. */
const longestMs = 2_000;

/** Up to this many pages of a list are read again at once; of one scrolled further, those in sight. */
export const pagesReadAgain = 2;

interface Change {
  affects?: Affected | undefined;
  repeatsLooks?: boolean | undefined;
}

/** Reads again what a change affects; resolves when it is read, or after two seconds. */
export function readAgain(client: QueryClient, change: Change = {}): Promise<void> {
  const { affects = 'everything', repeatsLooks = false } = change;
  const isAffected: QueryFilters['predicate'] = ({ queryKey, meta }) =>
    (affects === 'everything' ||
      (affects === 'figures' ? !apart.has(queryKey[0]) : affects.includes(queryKey[0] as Area))) &&
    (repeatsLooks || !meta?.isLook);
  void client.invalidateQueries({ predicate: isAffected, refetchType: 'none' });
  const inPart = new Set(client.getQueryCache().findAll({ type: 'active', predicate: isAffected }).filter(isLong));
  const reading = [
    client.refetchQueries({ type: 'active', predicate: (query) => isAffected(query) && !inPart.has(query) }),
    ...[...inPart].map(async ({ meta, queryKey }) => meta?.readInSight?.(client, queryKey)),
  ];
  return Promise.race([
    Promise.all(reading).then(() => undefined),
    new Promise<void>((resolve) => void setTimeout(resolve, longestMs)),
  ]);
}

/** A list of more pages than are read again at once. */
export function isLong({ state, meta }: { state: { data?: unknown }; meta: Query['meta'] }): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return meta?.readInSight !== undefined && pages.length > pagesReadAgain;
}
