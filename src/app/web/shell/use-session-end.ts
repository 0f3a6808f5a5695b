import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { serverNowMs } from '#platform/web/server-clock.ts';
import { endSession, noteSessionEnd, readSession } from '#platform/web/session.ts';
import { profileQueries } from '#profile/web/data.ts';
import { watchJumps } from './watch-jumps.ts';

const checkMs = 1_000;

/**
 * At zero, returns the customer to the login with an explanation. Checked every second, because a sleeping laptop skips timers. The server
 * is asked first, at zero and whenever this computer's clock has jumped: another tab may have renewed the session, and the clock may be
 * wrong.
 */
export function useSessionEnd(expiresAt: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!expiresAt) return;
    noteSessionEnd(expiresAt);
    const endMs = Date.parse(expiresAt);
    const hasJumped = watchJumps();
    let isAsking = false;

    async function ask(): Promise<void> {
      const { token } = readSession();
      try {
        await queries.fetchQuery({ ...profileQueries.user, staleTime: 0, retry: false });
      } catch (failure) {
        // If the server does not answer, this clock is all there is.
        const isAway = !(failure instanceof ApiRefusal) || failure.status >= 500;
        if (isAway && serverNowMs() >= endMs && readSession().token === token) endSession('expired');
      }
    }
    const timer = setInterval(() => {
      const isDue = hasJumped() || serverNowMs() >= endMs;
      if (!isDue || isAsking) return;
      isAsking = true;
      void ask().finally(() => (isAsking = false));
    }, checkMs);
    return () => clearInterval(timer);
  }, [expiresAt, queries]);
}
