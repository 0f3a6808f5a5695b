import { useLayoutEffect } from 'react';

/** What had the focus before any dialog was open, and where it stood. One that takes another's place is not a new beginning. */
let opener: Element | null = null;
let around: Element[] = [];
let openCount = 0;

/** What a dialog changed is read again after it has closed: a row may go, and the button that opened it. */
const watchedMs = 5_000;

/**
 * A dialog gives the focus back to what opened it. The surface does so by itself, unless it was exchanged for another one
 * meanwhile (a dialog that waited for its figures and then shows them): then this remembers. Where the opener is gone, or goes
 * with what the dialog changed, the focus goes to what it stood in, and never to nothing.
 */
export function useReturnedFocus(): void {
  useLayoutEffect(() => {
    if (!opener) remember(document.activeElement);
    openCount += 1;
    return () => {
      openCount -= 1;
      // After the surface's own attempt, which waits for a frame.
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
  if (!(opener instanceof HTMLElement)) return;
  if (isLost() && opener.isConnected) opener.focus();
  const [was, places] = [opener, around];
  opener = null;
  if (!was.isConnected) return standNear(places);
  const watch = new MutationObserver(() => {
    if (was.isConnected) return;
    watch.disconnect();
    standNear(places);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), watchedMs);
}

/** What lay on top has closed, and the dialog beneath is to be gone on with. */
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
}
