import { useEffect, useState } from 'react';
import { loadRecovery, prefetch } from '#platform/web/loading/part.ts';

const lookAgainMs = 30 * 60_000;

/**
 * Whether the server has another build than this page is of. The page goes on working: the server keeps the files of former
 * builds for a while. Looked at when a tab is come back to, and when a new worker has taken over.
 */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let checkedAt = Date.now();
    const look = () => {
      checkedAt = Date.now();
      void loadRecovery()
        .then(({ isOutdated }) => isOutdated())
        .then((is) => is && setIsNew(true))
        .catch(() => undefined);
    };
    // Of use once nothing can be fetched any more.
    prefetch(loadRecovery);
    const lookOnReturn = () => {
      if (!document.hidden && Date.now() - checkedAt > lookAgainMs) look();
    };
    document.addEventListener('visibilitychange', lookOnReturn);
    navigator.serviceWorker?.addEventListener('controllerchange', look);
    return () => {
      document.removeEventListener('visibilitychange', lookOnReturn);
      navigator.serviceWorker?.removeEventListener('controllerchange', look);
    };
  }, []);
  return isNew;
}
