import { createHash, timingSafeEqual } from 'node:crypto';
import { refusePlatform } from '#platform/refusals.ts';
import type { Config } from '#settings/server/config.ts';

/**
 * Lets the operator's own programs through. Without OPERATOR_TOKEN their calls do not exist at all. The comparison takes the same time
 * whatever was sent: equal lengths, by hashing both.
 */
export function requireOperator({ operatorToken }: Pick<Config, 'operatorToken'>, shown: string): void {
  if (!operatorToken) throw refusePlatform('not_found');
  if (!timingSafeEqual(digest(shown), digest(operatorToken))) throw refusePlatform('unauthenticated');
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
