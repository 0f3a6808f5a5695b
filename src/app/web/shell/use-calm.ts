import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isCalmHeld, noteCalm } from '#platform/web/loading/calm.ts';

/** Prerendered content that was not taken over yet: it has not fetched anything so far. */
const drawnAhead = '#root[data-shell]';
const lookAgainMs = 100;

/** Starts the fetching of less urgent parts once everything that the first screen queries has been answered and rendered. */
export function useCalm(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const isAtRest = (): boolean => queries.isFetching() === 0 && !isCalmHeld() && !document.querySelector(drawnAhead);
    const look = (): void => {
      clearTimeout(again);
      if (queries.isFetching() > 0) return;
      if (!isAtRest()) again = setTimeout(look, lookAgainMs);
      // Checked twice: rendering anew briefly releases its hold, and a first render fetches only afterwards.
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
