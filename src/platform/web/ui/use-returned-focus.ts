import { useLayoutEffect } from 'react';

/** The element focused before any dialog was open, and its ancestors. A dialog replacing another does not reset them. */
let opener: Element | null = null;
let around: Element[] = [];
let openCount = 0;

/**
 * Returns the focus from a dialog to its opener. The surface does so itself, unless it was replaced meanwhile (a dialog that waited for its
 * figures and then shows them): this covers that case. If the opener is gone, or goes later with what the dialog changed (a list may be
 * refetched long after), the focus moves to what contained it, and is never lost.
 */
export function useReturnedFocus(): void {
  useLayoutEffect(() => {
    if (!opener) remember(document.activeElement);
    openCount += 1;
    return () => {
      openCount -= 1;
      // After the surface's own attempt, which waits one frame.
      requestAnimationFrame(() => requestAnimationFrame(giveBack));
    };
  }, []);
}

function remember(element: Element | null): void {
  opener = element;
  around = [];
  for (let each = element?.parentElement; each; each = each.parentElement) {
    if (each.matches('section, main, [role=region]')) around.push(each);
  }
}

function giveBack(): void {
  if (openCount > 0) return standOnTop();
  if (!opener) return;
  // The surface keeps the page inert until React has run its effects' ends: until then nothing on it takes the focus.
  if (document.querySelector('main')?.closest('[inert]')) return void requestAnimationFrame(giveBack);
  const [was, places] = [opener, around];
  opener = null;
  // Nothing had the focus if what opened the dialog was replaced before the dialog's code was there.
  if (was === document.body || !was.isConnected) return standNear(places);
  if (isLost() && was instanceof HTMLElement) was.focus();
  watch(was, places);
}

/** Ends when the focus moves on: what has it then is neither the opener nor a place near it. */
function watch(was: Element, places: Element[]): void {
  const watching = new MutationObserver(() => {
    if (was.isConnected) return;
    stop();
    standNear(places);
  });
  const stop = (): void => {
    watching.disconnect();
    document.removeEventListener('focusin', look);
  };
  // The window may lose the focus and get it back meanwhile.
  const look = ({ target }: FocusEvent): void => (target === was ? undefined : stop());
  watching.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', look);
}

/** The top dialog has closed, and the one beneath continues. */
function standOnTop(): void {
  const beneath = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1);
  if (isLost()) beneath?.focus();
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function standNear(places: Element[]): void {
  const place = places.find((each) => each.isConnected) ?? document.querySelector('main');
  if (!isLost() || !(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  // A list may lose the row first, and be replaced as a whole later.
  watch(place, places);
}
