import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { readAgain } from '#platform/web/read-again.ts';
import { readFiguresAge } from './figures-age.ts';

/** {@link readFiguresAge}, kept up to date. Back online, everything is refetched immediately. */
export function useFiguresAge(): number | null {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = () => void readAgain(queries);
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
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
