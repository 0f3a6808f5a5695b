import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQueries } from '#profile/web/data.ts';

/** Well within the time after which a session that nobody uses is over. */
const everyMs = 30 * 60_000;
const lookMs = 60_000;

/**
 * An open page uses its session, also behind others, where nothing else is read: what its clock says of the time that is left stays
 * true. A session whose pages are all closed is over after a while. It goes by the clock on the wall: a timer stands still while the computer
 * sleeps, and the time of the session does not.
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
