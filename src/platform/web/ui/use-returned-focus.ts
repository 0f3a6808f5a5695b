import { useLayoutEffect } from 'react';

/** What had the focus before any dialog was open, and how many are. One that takes another's place is not a new beginning. */
let opener: Element | null = null;
let openCount = 0;

/**
 * A dialog gives the focus back to what opened it. The surface does so by itself, unless it was exchanged for another one
 * meanwhile (a dialog that waited for its figures and then shows them): then this remembers.
 */
export function useReturnedFocus(): void {
  useLayoutEffect(() => {
    opener ??= document.activeElement;
    openCount += 1;
    return () => {
      openCount -= 1;
      // After the surface's own attempt, which waits for a frame.
      requestAnimationFrame(() => requestAnimationFrame(giveBack));
    };
  }, []);
}

function giveBack(): void {
  if (openCount > 0) return;
  const isLost = document.activeElement === document.body;
  if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  opener = null;
}
