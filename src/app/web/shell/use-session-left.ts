import { useEffect, useState } from 'react';
import { serverNowMs } from '#platform/web/server-clock.ts';

const tickMs = 1_000;

/** Milliseconds until the session ends, updated every second. */
export function useSessionLeft(expiresAt: string): number {
  const endMs = Date.parse(expiresAt);
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, endMs - nowMs);
}
