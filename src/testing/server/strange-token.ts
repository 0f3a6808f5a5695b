import { drawToken } from '#platform/server/secret-token.ts';

/** A token that was never issued. Also serves as a browser's device token. */
export function strangeToken(): string {
  return drawToken();
}
