import { refusePlatform } from '../refusals.ts';

/** Runs a piece of work when its turn comes. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Keeps costly work from starving every other call: `atOnce` pieces run, `waiting` wait, and later callers are asked to come back in a
 * moment.
 */
export function createSemaphore(bounds: { atOnce: number; waiting: number }): Semaphore {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async (work) => {
    if (working >= bounds.atOnce) {
      if (waiting.length >= bounds.waiting) throw refusePlatform('too_many_attempts', {}, 2);
      await new Promise<void>((go) => waiting.push(go));
    } else working += 1;
    try {
      return await work();
    } finally {
      // The slot is handed on, so that no later caller can take it from the one waiting.
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
