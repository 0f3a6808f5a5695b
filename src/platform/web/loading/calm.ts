/**
 * Whatever a screen does not need for its figures is fetched after them, once the browser is idle: on a cheap phone every request ahead of
 * a figure delays it.
 */
const longestMs = 10_000;
const idleWithinMs = 1_000;
/** Roughly how long a browser takes to paint new data, where it cannot report when it has. */
const drawnInMs = 200;

let isNoted = false;
let isCalm = false;
const { promise: calm, resolve } = awaitCalm();
void calm.then(() => (isCalm = true));

let holds = 0;

/** Holds calm back while data has arrived but not all of it is rendered; the returned function releases it. */
export function holdCalm(): () => void {
  holds += 1;
  return () => void (holds -= 1);
}

export function isCalmHeld(): boolean {
  return holds > 0;
}

/** Called once no queries are running. Permanent: later screens find everything loaded. */
export function noteCalm(): void {
  if (isNoted) return;
  isNoted = true;
  if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: idleWithinMs });
  // Safari has no `requestIdleCallback`.
  else setTimeout(resolve, drawnInMs);
}

export function isCalmNow(): boolean {
  return isCalm;
}

export function onCalm(listener: () => void): () => void {
  let isWanted = true;
  void untilCalm().then(() => isWanted && listener());
  return () => void (isWanted = false);
}

/** Delays loading a part until calm. */
export function whenCalm<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    await untilCalm();
    return load();
  };
}

/** Whatever keeps a figure from loading, the rest of the page does not wait for it indefinitely. */
async function untilCalm(): Promise<void> {
  const timer = setTimeout(noteCalm, longestMs);
  await calm;
  clearTimeout(timer);
}

function awaitCalm(): { promise: Promise<void>; resolve: () => void } {
  let resolveLater = (): void => undefined;
  const promise = new Promise<void>((done) => (resolveLater = done));
  return { promise, resolve: () => resolveLater() };
}
