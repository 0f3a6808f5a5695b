import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { dropFeed, readFeedCreated, replaceFeed } from './calendar-store.ts';

interface Asking {
  investor: Investor;
}

export async function readCalendarLink(sql: Sql, { investor }: Asking): Promise<{ Created: string | null }> {
  return { Created: (await readFeedCreated(sql, investor.id))?.toISOString() ?? null };
}

/** Makes a link and returns it. This is the only time the link is known: only its hash is stored. */
export async function makeCalendarLink(
  sql: Sql,
  { investor }: Asking,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<{ Url: string; Created: string }> {
  const secret = drawToken(investor.id);
  const created = await replaceFeed(sql, investor.id, hashOfToken(secret));
  return { Url: `${publicUrl}/calendar/${secret}.ics`, Created: created.toISOString() };
}

export function revokeCalendarLink(sql: Sql, { investor }: Asking): Promise<void> {
  return dropFeed(sql, investor.id);
}
