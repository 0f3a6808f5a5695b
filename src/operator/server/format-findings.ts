import { type Broken, mostPlacesShown } from '#ledger/server/audit-books.ts';

/** A line for each place that is shown, and one for those that are not. */
export function formatFindings(broken: readonly Broken[]): string[] {
  return broken.flatMap(({ rule, count, places }) => {
    const lines = places.map((where) => `  broken: ${rule}: ${where}`);
    const others = count - places.length;
    return others > 0 ? [...lines, `  broken: ${rule}: and in ${others} more places, ${count} in all`] : lines;
  });
}

/** For machines: the findings that are shown, and how many there are of each rule. */
export function findingsAsJson(broken: readonly Broken[]) {
  return {
    findings: broken.flatMap(({ rule, places }) => places.map((where) => ({ rule, where }))),
    broken: broken.map(({ rule, count }) => ({ rule, count })),
    most_shown: mostPlacesShown,
  };
}
