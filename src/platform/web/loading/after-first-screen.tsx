import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';

/**
 * Whatever a screen does not need for its figures is fetched after them, once the browser is idle: on a cheap phone every request ahead of
 * a figure delays it.
 */
const idleWithinMs = 1_000;
/** Roughly how long a browser takes to paint new data, where it cannot report when it has. */
const drawnInMs = 200;

let isOver = false;
let end = (): void => undefined;
const afterFirstScreen = new Promise<void>((resolve) => {
  end = () => {
    isOver = true;
    resolve();
  };
});

/** Called once no queries are running. Permanent: later screens find everything loaded. */
export function endFirstScreen(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(end, { timeout: idleWithinMs });
  // Safari has no `requestIdleCallback`.
  else setTimeout(end, drawnInMs);
}

/** Loads a part only then. */
export function loadAfterFirstScreen<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () => afterFirstScreen.then(load);
}

/** Content that nobody waits for: absent until then, also when prerendered, and rendered without blocking input. */
export function AfterFirstScreen({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(isOver);
  useEffect(() => void afterFirstScreen.then(() => startTransition(() => setTime(true))), []);
  return isTime && <Suspense fallback={null}>{children}</Suspense>;
}
