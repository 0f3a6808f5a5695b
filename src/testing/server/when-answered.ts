/** When a query of node-postgres is answered: it is a promise, or a prepared statement that has one (prepared-query.ts). Null for any other. */
export function whenAnswered(query: unknown): Promise<unknown> | null {
  const answer = query instanceof Promise ? query : (query as { answered?: unknown } | undefined)?.answered;
  return answer instanceof Promise ? answer : null;
}
