import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isCalmHeld, noteCalm } from '#platform/web/loading/calm.ts';

/** What was drawn ahead and is not taken over: it has asked for nothing yet. */
const drawnAhead = '#root[data-shell]';
const lookAgainMs = 100;

/** Once everything that the first screen reads has been answered and stands there, what it can do without is fetched. */
export function useCalm(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const isAtRest = (): boolean => queries.isFetching() === 0 && !isCalmHeld() && !document.querySelector(drawnAhead);
    const look = (): void => {
      clearTimeout(again);
      if (queries.isFetching() > 0) return;
      if (!isAtRest()) again = setTimeout(look, lookAgainMs);
      // Looked at twice: what is drawn anew lets go for a moment, and what is drawn first asks after it.
      else requestAnimationFrame(() => (isAtRest() ? note() : look()));
    };
    const note = (): void => {
      stop();
      noteCalm();
    };
    const stop = queries.getQueryCache().subscribe(look);
    look();
    return () => {
      clearTimeout(again);
      stop();
    };
  }, [queries]);
}
