/**
 * Whatever takes away what has the focus (a form that was sent, a row, a filter, a toast), the focus is not lost with it: it moves to the
 * nearest place around that is still there, for keyboards and screen readers. Whoever knows a better place comes first.
 */
let held: Element | null = document.activeElement === document.body ? null : document.activeElement;
let around = placesAround(held);

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof Element)) return;
  held = target;
  around = placesAround(target);
});
// Who presses elsewhere gives it up; what is pressed then has it.
document.addEventListener('pointerdown', () => (held = null));
new MutationObserver(() => {
  if (!held || held.isConnected) return;
  const places = around;
  held = null;
  requestAnimationFrame(() => requestAnimationFrame(() => standNear(places)));
}).observe(document, { childList: true, subtree: true });

/** The places around an element, from the inside out. */
export function placesAround(element: Element | null): Element[] {
  const places: Element[] = [];
  for (let each = element?.parentElement; each; each = each.parentElement) {
    if (each.matches('section, main, [role=region]')) places.push(each);
  }
  return places;
}

/** Moves a lost focus to the first of these places that is still there and takes it; if none is, to the page that came instead. */
export function standNear(places: readonly Element[]): void {
  for (const place of [...places, document.querySelector('main')]) {
    if (!isFocusLost()) return;
    if (!(place instanceof HTMLElement) || !place.isConnected) continue;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
