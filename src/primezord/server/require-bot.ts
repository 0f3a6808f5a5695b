import type { Sql } from '#platform/server/database.ts';
import { refusePrimezord } from '../refusals.ts';
import { hasSubscription } from './subscription-store.ts';

/** Everything of the bot but its settings and its subscription is for those who have it (Z4). */
export async function requireBot(sql: Sql, customerId: string): Promise<void> {
  if (!(await hasSubscription(sql, customerId))) throw refusePrimezord('bot_required');
}
