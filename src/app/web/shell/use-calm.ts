import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { noteCalm } from '#platform/web/loading/calm.ts';

/** Once everything that the first screen reads has been answered, what it can do without is fetched. */
export function useCalm(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const look = (): void => void (queries.isFetching() === 0 && requestAnimationFrame(noteCalm));
    const stop = queries.getQueryCache().subscribe(look);
    look();
    return stop;
  }, [queries]);
}
