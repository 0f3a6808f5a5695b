import type { Response } from 'light-my-request';

/** Counts how many there are of each, in order of first appearance. */
export function countEach<Kind>(kinds: Iterable<Kind>): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Counts the answers of each kind, as `201 × 10, 422 insufficient_balance × 190`. */
export function tally(answers: readonly Response[]): string {
  const kinds = answers.map((answer) =>
    answer.statusCode < 400
      ? String(answer.statusCode)
      : `${answer.statusCode} ${answer.json<{ code: string }>().code}`,
  );
  return [...countEach(kinds)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, count]) => `${kind} × ${count}`)
    .join(', ');
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
