/** Runs the same action that many times concurrently. */
export function allAtOnce<Done>(times: number, act: (n: number) => Promise<Done>): Promise<Done[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => act(n)));
}

/** Something that works until told to rest. */
export interface Worker {
  work(): Promise<void>;
  rest(): void;
}

/** Starts all workers; `end` stops them, waits until the last has finished, and returns the seconds until it was called. */
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
