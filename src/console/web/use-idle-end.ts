import { useEffect } from 'react';
import { callApi } from '#platform/web/api.ts';
import { logOutStaff } from '#staff/contract.ts';
import { forgetEverything } from './queries.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const hereForMs = 2 * 60_000;
const lookMs = 5_000;
let lastSign = Date.now();

/** Whether there was input lately. Without this check automatic refetching would keep an unused session alive. */
export function isSomebodyHere(): boolean {
  return Date.now() - lastSign < hereForMs;
}

/** Ends the session after this many minutes without input, so that a passer-by cannot read the screen. */
export function useIdleEnd(minutes: number): void {
  useEffect(() => {
    lastSign = Date.now();
    const note = (): void => void (lastSign = Date.now());
    for (const sign of signs) window.addEventListener(sign, note, { passive: true });
    const watch = setInterval(() => {
      if (Date.now() - lastSign >= minutes * 60_000) void logOut();
    }, lookMs);
    return () => {
      clearInterval(watch);
      for (const sign of signs) window.removeEventListener(sign, note);
    };
  }, [minutes]);
}

/** Clears the screen even if the server cannot be reached; the session expires there by itself. */
export async function logOut(): Promise<void> {
  await callApi(logOutStaff, {}).catch(() => undefined);
  forgetEverything();
}
