import { type Part, part } from '../loading/part.ts';

/**
 * The later chapter of the texts is fetched once something needs it, by whoever speaks the language at that time: a screen
 * asks here, the language provider answers.
 */
let isWanted = false;
let isMissed = false;
let arrival = awaitArrival();
const listeners = new Set<() => void>();

/** Comes true when the texts of every screen are there; fails when they could not be fetched, and may be asked again. */
export function wantLazyMessages(): Promise<void> {
  if (!isWanted) {
    isWanted = true;
    for (const listener of listeners) listener();
  }
  return arrival.promise;
}

/** What is drawn already lacks one of them: it is to be drawn again with them. */
export function missLazyMessages(): Promise<void> {
  isMissed = true;
  return wantLazyMessages();
}

export function areLazyMessagesMissed(): boolean {
  return isMissed;
}

export function areLazyMessagesWanted(): boolean {
  return isWanted;
}

export function onLazyMessagesWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteLazyMessages(failure?: unknown): void {
  isMissed = false;
  if (failure === undefined) return arrival.resolve();
  arrival.reject(failure);
  arrival = awaitArrival();
  isWanted = false;
}

/** A screen or a dialog that speaks of more than the first texts comes together with the later ones. */
export function withLazyMessages<Module>(load: () => Promise<Module>): Part<Module> {
  return part(async () => (await Promise.all([load(), wantLazyMessages()]))[0]);
}

interface Arrival {
  promise: Promise<void>;
  resolve: () => void;
  reject: (failure: unknown) => void;
}

/** `Promise.withResolvers`, which the oldest browsers of the build do not have. */
function awaitArrival(): Arrival {
  const made: Partial<Arrival> = {};
  const promise = new Promise<void>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return { ...(made as Arrival), promise };
}
