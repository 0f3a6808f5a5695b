/** Runs the callback once the whole page is parsed. */
export function whenParsed(then: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then);
  else then();
}

/** The longest wait for a browser to report a paint, which some never do. */
const unreportedMs = 150;

/** Lets the prerendered content be painted before anything competes with it for the network and the processor. */
export function afterPaint(then: () => void): void {
  // By the second frame the first one is drawn, if not yet on the screen.
  const whenDrawn = (): void =>
    void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => whenReported(then))));
  // A hidden page is not painted.
  if (document.hidden) then();
  else whenParsed(whenDrawn);
}

function whenReported(then: () => void): void {
  const paints = performance.getEntriesByType('paint');
  if (paints.some(({ name }) => name === 'first-contentful-paint')) return then();
  const goOn = (): void => {
    observer.disconnect();
    clearTimeout(patience);
    then();
  };
  const observer = new PerformanceObserver(goOn);
  const patience = setTimeout(goOn, unreportedMs);
  observer.observe({ type: 'paint' });
}
