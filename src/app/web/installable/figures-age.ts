import type { Query, QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '#platform/web/api-failure.ts';

/**
 * When the oldest of the figures on the screen was read, in milliseconds of this device's clock, once the server cannot be
 * reached; null while it can be, and while there is no figure that could be old: then the screen says itself what is wrong.
 */
export function readFiguresAge(queries: QueryClient, isOnline: boolean): number | null {
  const shown = queries.getQueryCache().getAll().filter(isFigure);
  const isCutOff = !isOnline || shown.some(({ state }) => state.error instanceof NetworkFailure);
  const readAt = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  return isCutOff && readAt.length > 0 ? Math.min(...readAt) : null;
}

/** On the screen, and of a kind that changes by itself: what is read once and for all is never old. */
function isFigure(query: Query): boolean {
  return query.isActive() && query.observers.every(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY);
}
