import type { TestInvestor, World } from '#testing/server/world.ts';

/** Creates a chain of members: nobody brought the first, and each of the others was brought by the one before. */
export async function lineage(world: World, names: readonly string[], balance?: string): Promise<TestInvestor[]> {
  const line: TestInvestor[] = [];
  for (const name of names) {
    const above = line.at(-1);
    line.push(await world.investor({ name, ...(balance ? { balance } : {}), ...(above ? { broughtBy: above } : {}) }));
  }
  return line;
}
