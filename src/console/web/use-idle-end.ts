import { useEffect } from 'react';
import { callApi } from '#platform/web/api.ts';
import { logOutStaff } from '#staff/contract.ts';
import { forgetEverything } from './queries.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const hereForMs = 2 * 60_000;
const lookMs = 5_000;
let lastSign = Date.now();

/** Whether anything was touched lately. What a page reads by itself would else keep a session that nobody uses. */
export function isSomebodyHere(): boolean {
  return Date.now() - lastSign < hereForMs;
}

/** Ends the session when nothing was touched for so long: what stands on the screen is not for whoever comes by. */
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

/** What was shown is gone also where the server cannot be told: the session ends there by itself. */
export async function logOut(): Promise<void> {
  await callApi(logOutStaff, {}).catch(() => undefined);
  forgetEverything();
}
