import { randomUUID } from 'node:crypto';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import type { Config } from '#settings/server/config.ts';
import { count } from '#http/server/attempts.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { toldChanges } from '#http/server/told-changes.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Investor } from '#http/server/investor.ts';
import { dropFeed, readFeedCreated, replaceFeed } from './calendar-store.ts';

interface Asking {
  investor: Investor;
}

export async function readCalendarLink(sql: Sql, { investor }: Asking): Promise<{ Created: string | null }> {
  return { Created: (await readFeedCreated(sql, investor.id))?.toISOString() ?? null };
}

/** Makes a link, tells its owner, and returns it. This is the only time the link is known: only its hash is stored. */
export async function makeCalendarLink(
  db: Database,
  { investor: { id: customerId } }: Asking,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  events: Pick<DomainEvents, 'onSecurityChange'>,
): Promise<{ Url: string; Created: string }> {
  const secret = drawToken(customerId);
  const created = await transaction(db, async (tx) => {
    await count(tx, toldChanges, customerId);
    const cause = `calendar-made:${randomUUID()}`;
    await events.onSecurityChange(tx, { customerId, change: 'calendar_made', cause, device: null });
    return replaceFeed(tx, customerId, hashOfToken(secret));
  });
  return { Url: `${publicUrl}/calendar/${secret}.ics`, Created: created.toISOString() };
}

export function revokeCalendarLink(sql: Sql, { investor }: Asking): Promise<void> {
  return dropFeed(sql, investor.id);
}
