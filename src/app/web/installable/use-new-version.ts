import { useEffect, useState } from 'react';

const lookAgainMs = 30 * 60_000;

/**
 * Whether the server has another build than this page is of. The page goes on working; what it has not fetched yet may be
 * gone. Looked at when a tab is come back to, and when a new worker has taken over.
 */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let lookedAt = Date.now();
    const look = () => {
      lookedAt = Date.now();
      void isOutdated().then((is) => is && setIsNew(true));
    };
    const lookOnReturn = () => {
      if (!document.hidden && Date.now() - lookedAt > lookAgainMs) look();
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

/** The page names its first file by a hash that changes with everything behind it. */
async function isOutdated(): Promise<boolean> {
  const first = document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')?.getAttribute('src');
  if (!first) return false;
  try {
    const answer = await fetch('/', { cache: 'no-cache' });
    return answer.ok && !(await answer.text()).includes(first);
  } catch {
    return false;
  }
}
