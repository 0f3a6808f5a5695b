import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQueries } from '#profile/web/data.ts';

/** Well within the time after which an unused session ends. */
const everyMs = 30 * 60_000;
const lookMs = 60_000;

/**
 * Keeps the session of an open page in use, even of a background page that fetches nothing else, so that the time left on its clock stays
 * true. A session whose pages are all closed ends after a while. Uses wall-clock time: a timer stands still while the computer sleeps, but
 * the session's time does not.
 */
export function useSessionKept(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let usedAt = Date.now();
    const timer = setInterval(() => {
      if (Math.abs(Date.now() - usedAt) < everyMs) return;
      usedAt = Date.now();
      void queries.refetchQueries({ queryKey: profileQueries.user.queryKey });
    }, lookMs);
    return () => clearInterval(timer);
  }, [queries]);
}
