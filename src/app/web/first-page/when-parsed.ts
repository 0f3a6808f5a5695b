/** Runs the callback once the whole page is parsed. */
export function whenParsed(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then);
  else then();
}

/** Lets the prerendered content be painted before anything competes with it for the network and the processor. */
export function afterPaint(then: () => void): void {
  // By the second frame the first one is on the screen.
  const whenDrawn = (): void => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
  // A hidden page is not painted.
  if (document.hidden) then();
  else whenParsed(whenDrawn);
}
