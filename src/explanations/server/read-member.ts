import { isUuid } from '#http/server/cursor.ts';
import type { Investor } from '#http/server/investor.ts';
import type { Sql } from '#database/server/database.ts';
import { readDepthBelow } from '#network/server/member-store.ts';
import { refusePlatform } from '#platform/refusals.ts';

/** Gives the same refusal for members that are missing and that are not in the caller's network. Returns their id. */
export async function requireMember(sql: Sql, investor: Pick<Investor, 'id'>, id: string): Promise<string> {
  const depth = isUuid(id) ? await readDepthBelow(sql, investor.id, id) : null;
  if (!depth) throw refusePlatform('not_found');
  return id;
}
