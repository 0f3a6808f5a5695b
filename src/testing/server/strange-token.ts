import { randomUUID } from 'node:crypto';
import { drawToken } from '#platform/server/secret-token.ts';

/** A token that nobody was given; also one that a browser keeps, which is of nobody's cell. */
export function strangeToken(): string {
  return drawToken(randomUUID());
}
