import type { Sql } from '#database/server/database.ts';
import { refusePrimezord } from '../refusals.ts';
import { hasSubscription } from './subscription-store.ts';

/** Everything of the bot except its settings and its subscription requires having the bot (Z4). */
export async function requireBot(sql: Sql, customerId: string): Promise<void> {
  if (!(await hasSubscription(sql, customerId))) throw refusePrimezord('bot_required');
}
