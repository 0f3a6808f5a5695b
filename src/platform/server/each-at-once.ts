/** So many cells are worked on at the same time, unless said otherwise: while one waits for its commit, others go on. */
const usual = 4;

/**
 * Does each piece of work, a few at a time, in the order in which they are; what goes wrong with one keeps no other waiting.
 *
 * @returns those that failed, with what each threw
 */
export async function eachAtOnce<Each>(
  all: readonly Each[],
  work: (each: Each) => Promise<unknown>,
  atOnce = usual,
): Promise<Map<Each, unknown>> {
  const faults = new Map<Each, unknown>();
  const waiting = all.toReversed();
  const next = async (): Promise<void> => {
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      const current = each;
      await work(current).catch((fault: unknown) => faults.set(current, fault));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, next));
  return faults;
}

/** The same for whoever has nothing to do with those that failed: throws what the first of them did, when all have been tried. */
export async function eachOrThrow<Each>(
  all: readonly Each[],
  work: (each: Each) => Promise<unknown>,
  atOnce = usual,
): Promise<void> {
  const faults = await eachAtOnce(all, work, atOnce);
  for (const fault of faults.values()) throw fault;
}
