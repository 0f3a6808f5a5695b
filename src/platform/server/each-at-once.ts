/** Default number worked on concurrently: while one waits for its commit, others proceed. */
const usual = 4;

/**
 * Runs `work` for each item in order, a few at a time; the failure of one does not hold up the others.
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

/** The same for callers that do not handle individual failures: throws the first error after all have been tried. */
export async function eachOrThrow<Each>(
  all: readonly Each[],
  work: (each: Each) => Promise<unknown>,
  atOnce = usual,
): Promise<void> {
  const faults = await eachAtOnce(all, work, atOnce);
  for (const fault of faults.values()) throw fault;
}
