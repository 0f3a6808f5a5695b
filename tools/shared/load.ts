/** The same thing done so many times at once. */
export function allAtOnce<Done>(times: number, act: (n: number) => Promise<Done>): Promise<Done[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => act(n)));
}

/** Somebody who works until told to rest. */
export interface Worker {
  work(): Promise<void>;
  rest(): void;
}

/** Has them all work from now on; `end` comes back with the seconds it took when the last has finished what it was at. */
export function putToWork(workers: readonly Worker[]): { end(): Promise<number> } {
  const working = workers.map((worker) => worker.work());
  const startedAt = performance.now();
  return {
    end: async () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      for (const worker of workers) worker.rest();
      await Promise.all(working);
      return seconds;
    },
  };
}
