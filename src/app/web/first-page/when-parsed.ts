/** Once all of the page is there. */
export function whenParsed(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then);
  else then();
}

/** What was drawn ahead is seen before anything competes with it for the network and the processor. */
export function afterPaint(then: () => void): void {
  // At the second frame the first is on the screen.
  const whenDrawn = (): void => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
  // A page that nobody looks at is not drawn.
  if (document.hidden) then();
  else whenParsed(whenDrawn);
}
