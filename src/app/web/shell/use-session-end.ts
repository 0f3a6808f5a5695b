import { useEffect } from 'react';
import { serverNowMs } from '#platform/web/server-clock.ts';
import { endSession } from '#platform/web/session.ts';

const checkMs = 1_000;

/** At zero the customer is back at login, and told why. Looked at every second: a sleeping laptop skips timers. */
export function useSessionEnd(expiresAt: string | undefined): void {
  useEffect(() => {
    if (!expiresAt) return;
    const endMs = Date.parse(expiresAt);
    const timer = setInterval(() => {
      if (serverNowMs() >= endMs) endSession('expired');
    }, checkMs);
    return () => clearInterval(timer);
  }, [expiresAt]);
}
