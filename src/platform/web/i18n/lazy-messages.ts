import { type Part, part } from '../loading/part.ts';

/**
 * The lazy messages are fetched once something needs them, in the language current at that time: screens request them here, and the
 * language provider loads them.
 */
let isWanted = false;
let isMissed = false;
let arrival = awaitArrival();
const listeners = new Set<() => void>();

/** Resolves when the texts of every screen are loaded; rejects when they could not be fetched, after which they may be requested again. */
export function wantLazyMessages(): Promise<void> {
  if (!isWanted) {
    isWanted = true;
    for (const listener of listeners) listener();
  }
  return arrival.promise;
}

/** Reports that something already rendered lacks one of them and has to rerender with them. */
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

/** Loads a screen or dialog that uses more than the initial texts together with the lazy ones. */
export function withLazyMessages<Module>(load: () => Promise<Module>): Part<Module> {
  return part(async () => (await Promise.all([load(), wantLazyMessages()]))[0]);
}

interface Arrival {
  promise: Promise<void>;
  resolve: () => void;
  reject: (failure: unknown) => void;
}

/** Stands in for `Promise.withResolvers`, which the oldest supported browsers lack. */
function awaitArrival(): Arrival {
  const made: Partial<Arrival> = {};
  const promise = new Promise<void>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return { ...(made as Arrival), promise };
}
