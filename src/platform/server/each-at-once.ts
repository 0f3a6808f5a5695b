/**
 * Runs `work` for each item in order, so many at a time; the failure of one does not hold up the others.
 *
 * @throws the first error, after all have been tried
 */
export async function eachAtOnce<Each>(
  all: readonly Each[],
  work: (each: Each) => Promise<unknown>,
  atOnce: number,
): Promise<void> {
  const faults: unknown[] = [];
  const waiting = all.toReversed();
  const next = async (): Promise<void> => {
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      await work(each).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  for (const fault of faults) throw fault;
}
