import { Suspense, useEffect, useState } from 'react';
import { endAnnouncedMinutes } from '#auth/session-contract.ts';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import { prefetch } from '#platform/web/loading/part.ts';
import { serverNowMs } from '#platform/web/server-clock.ts';

const announcedMs = endAnnouncedMinutes * 60_000;
/** The dialog is prefetched before it is shown: by then the connection may be gone. */
const fetchedMs = announcedMs + 60_000;
const lookMs = 1_000;

const loadStayIn = withLazyMessages(() => import('./stay-in.tsx'));
const StayIn = later(loadStayIn, 'StayIn', Nothing);

/** Two minutes before the session ends, announces on every screen and in every window that it does, and how to stay (G5). */
export function SessionEnding({ expiresAt }: { expiresAt: string }) {
  const isAnnounced = useIsAnnounced(expiresAt);
  if (!isAnnounced) return null;
  return (
    <Suspense fallback={null}>
      <StayIn key={expiresAt} expiresAt={expiresAt} />
    </Suspense>
  );
}

/** By the server's clock, checked every second: a timer that long would sleep with the computer. */
function useIsAnnounced(expiresAt: string): boolean {
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => {
    const endMs = Date.parse(expiresAt);
    let isFetched = false;
    const look = (): void => {
      const leftMs = endMs - serverNowMs();
      if (leftMs <= fetchedMs && !isFetched) {
        isFetched = true;
        prefetch(loadStayIn);
      }
      setAnnounced(leftMs <= announcedMs);
    };
    look();
    const timer = setInterval(look, lookMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [expiresAt]);
  return isAnnounced;
}
