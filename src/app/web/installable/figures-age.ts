import type { Query, QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '#platform/web/api-failure.ts';

/** The server is there, or was when it was last asked. */
export const inTouch = -1;
/** It is not, and nothing has been read that could be old. */
export const nothingRead = 0;

/**
 * What is known of the figures on the screen: {@link inTouch}, {@link nothingRead}, or when the oldest of them was read, in
 * milliseconds of this device's clock.
 */
export function readFiguresAge(queries: QueryClient, isOnline: boolean): number {
  const shown = queries.getQueryCache().getAll().filter(isFigure);
  const isCutOff = !isOnline || shown.some(({ state }) => state.error instanceof NetworkFailure);
  if (!isCutOff) return inTouch;
  const readAt = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  return readAt.length > 0 ? Math.min(...readAt) : nothingRead;
}

/** On the screen, and of a kind that changes by itself: what is read once and for all is never old. */
function isFigure(query: Query): boolean {
  return query.isActive() && query.observers.every(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY);
}
