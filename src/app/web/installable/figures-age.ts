import type { Query, QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '#platform/web/api-failure.ts';

/**
 * When the oldest figure on the screen was fetched, in milliseconds of this device's clock, while the server is unreachable; null while it
 * can be reached, or while no figure could be old: then the screen itself reports the problem.
 */
export function readFiguresAge(queries: QueryClient, isOnline: boolean): number | null {
  const shown = queries.getQueryCache().getAll().filter(isFigure);
  const isCutOff = !isOnline || shown.some(({ state }) => state.error instanceof NetworkFailure);
  const readAt = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  return isCutOff && readAt.length > 0 ? Math.min(...readAt) : null;
}

/** On the screen, and of a kind that goes stale: data fetched once for good, as an explanation of an instant, is never old. */
function isFigure(query: Query): boolean {
  const forGood = new Set<unknown>([Number.POSITIVE_INFINITY, 'static']);
  return query.isActive() && !query.observers.some(({ options }) => forGood.has(options.staleTime));
}
