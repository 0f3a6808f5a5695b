/**
 * The promise of a node-postgres query's answer: the query itself, or that of a prepared statement (prepared-query.ts). Null for anything
 * else.
 */
export function whenAnswered(query: unknown): Promise<unknown> | null {
  const answer = query instanceof Promise ? query : (query as { answered?: unknown } | undefined)?.answered;
  return answer instanceof Promise ? answer : null;
}
