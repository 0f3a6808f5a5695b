import type { TestInvestor, World } from '#testing/server/world.ts';

/** One below the other: the first was brought by nobody, each of the others by the one before. */
export async function lineage(world: World, names: readonly string[], balance?: string): Promise<TestInvestor[]> {
  const line: TestInvestor[] = [];
  for (const name of names) {
    const above = line.at(-1);
    line.push(await world.investor({ name, ...(balance ? { balance } : {}), ...(above ? { broughtBy: above } : {}) }));
  }
  return line;
}
