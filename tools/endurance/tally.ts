import type { Response } from 'light-my-request';

/** How many answers of each kind came, as `201 × 10, 422 insufficient_balance × 190`. */
export function tally(answers: readonly Response[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) {
    const { statusCode } = answer;
    const kind = statusCode < 400 ? String(statusCode) : `${statusCode} ${answer.json<{ code: string }>().code}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, count]) => `${kind} × ${count}`)
    .join(', ');
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
