import { useEffect, useState } from 'react';
import { isOutdated } from '#platform/web/loading/reload.ts';

const lookAgainMs = 30 * 60_000;

/**
 * Whether the server has a newer build than this page's. The page goes on working, because the server keeps the files of former builds for
 * a while. Checked when the user returns to the tab, and when a new worker has taken over.
 */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let checkedAt = Date.now();
    const look = () => {
      checkedAt = Date.now();
      void isOutdated().then((is) => is && setIsNew(true));
    };
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
