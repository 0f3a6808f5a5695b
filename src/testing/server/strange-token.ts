import { randomUUID } from 'node:crypto';
import { drawToken } from '#platform/server/secret-token.ts';

/** A token that was never issued. Also serves as a browser's device token, which belongs to no customer's cell. */
export function strangeToken(): string {
  return drawToken(randomUUID());
}
