/**
 * What a screen can do without until its figures stand is fetched after them, once the browser has nothing to do: on a cheap phone
 * everything that comes before a figure delays it.
 */
const longestMs = 10_000;
const idleWithinMs = 1_000;
/** About as long as a browser takes to draw what has just come, where none says when it has. */
const drawnInMs = 200;

let isNoted = false;
let isCalm = false;
const { promise: calm, resolve } = awaitCalm();
void calm.then(() => (isCalm = true));

let holds = 0;

/** What is read is there, but not all of it drawn: what it is answered with says when it is. */
export function holdCalm(): () => void {
  holds += 1;
  return () => void (holds -= 1);
}

export function isCalmHeld(): boolean {
  return holds > 0;
}

/** Said by whoever knows that nothing is being read any more. Once is for good: later screens find everything there. */
export function noteCalm(): void {
  if (isNoted) return;
  isNoted = true;
  if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: idleWithinMs });
  // Safari has no word for being idle.
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

/** A part that waits for it. */
export function whenCalm<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    await untilCalm();
    return load();
  };
}

/** Whatever keeps a figure from coming, the rest of the page does not wait for it for ever. */
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
