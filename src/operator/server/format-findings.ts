import { type Broken, mostPlacesShown } from '#ledger/server/audit-books.ts';

/** One line per place shown, and one for those left out. */
export function formatFindings(broken: readonly Broken[]): string[] {
  return broken.flatMap(({ rule, count, places }) => {
    const lines = places.map((where) => `  broken: ${rule}: ${where}`);
    const others = count - places.length;
    return others > 0 ? [...lines, `  broken: ${rule}: and in ${others} more places, ${count} in all`] : lines;
  });
}

/** For machines: the findings shown, and the count per rule. */
export function findingsAsJson(broken: readonly Broken[]) {
  return {
    findings: broken.flatMap(({ rule, places }) => places.map((where) => ({ rule, where }))),
    broken: broken.map(({ rule, count }) => ({ rule, count })),
    most_shown: mostPlacesShown,
  };
}
