import { useLayoutEffect } from 'react';
import { isFocusLost, placesAround, standNear } from './keep-focus.ts';

/** The element focused before any dialog was open, and what is around it. A dialog replacing another does not reset them. */
let opener: Element | null = null;
let around: Element[] = [];
let openCount = 0;

/**
 * Returns the focus from a dialog to its opener. The surface does so itself, unless it was replaced meanwhile (a dialog that waited for its
 * figures and then shows them): this covers that case. If the opener is gone, the focus moves to what contained it; if it goes later with
 * what the dialog changed (a list may be refetched long after), `keep-focus.ts` does the same.
 */
export function useReturnedFocus(): void {
  useLayoutEffect(() => {
    if (!opener) {
      opener = document.activeElement;
      around = placesAround(opener);
    }
    openCount += 1;
    return () => {
      openCount -= 1;
      // After the surface's own attempt, which waits one frame.
      requestAnimationFrame(() => requestAnimationFrame(giveBack));
    };
  }, []);
}

function giveBack(): void {
  if (openCount > 0) return standOnTop();
  if (!opener) return;
  // The surface keeps the page inert until React has run its effects' ends: until then nothing on it takes the focus.
  if (document.querySelector('main')?.closest('[inert]')) return void requestAnimationFrame(giveBack);
  const was = opener;
  opener = null;
  // Nothing had the focus if what opened the dialog was replaced before the dialog's code was there.
  if (isFocusLost() && was instanceof HTMLElement && was !== document.body) was.focus();
  standNear(around);
}

/** The top dialog has closed, and the one beneath continues. */
function standOnTop(): void {
  const beneath = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1);
  if (isFocusLost()) beneath?.focus();
}
