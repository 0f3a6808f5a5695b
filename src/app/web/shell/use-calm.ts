import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isCalmHeld, noteCalm } from '#platform/web/loading/calm.ts';

/** The screen that was drawn ahead and is not taken over, or whose file is still on its way: it has asked for nothing yet. */
const screenToCome = '#root[data-shell], main > [aria-busy="true"]';
const lookAgainMs = 100;

/** Once everything that the first screen reads has been answered and stands there, what it can do without is fetched. */
export function useCalm(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(again);
      if (queries.isFetching() > 0) return;
      if (isCalmHeld() || document.querySelector(screenToCome)) again = setTimeout(look, lookAgainMs);
      else {
        stop();
        requestAnimationFrame(noteCalm);
      }
    };
    const stop = queries.getQueryCache().subscribe(look);
    look();
    return () => {
      clearTimeout(again);
      stop();
    };
  }, [queries]);
}
