import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { readFiguresAge } from './figures-age.ts';

/** {@link readFiguresAge}, kept up to date. Back online, everything is refetched immediately. */
export function useFiguresAge(): number | null {
  const queries = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries();
    window.addEventListener('online', readAgain);
    return () => window.removeEventListener('online', readAgain);
  }, [queries]);
  return useSyncExternalStore(
    (listener) => {
      const stop = queries.getQueryCache().subscribe(listener);
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        stop();
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => readFiguresAge(queries, navigator.onLine),
  );
}
