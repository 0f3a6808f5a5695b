import { type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import type { BotWallet } from '../contract.ts';
import { refusePrimezord } from '../refusals.ts';

/** What a dollar is worth in BRL when it leaves, 0 when there is no rate. Handed in: where it comes from is not ours. */
export type ReadDollarRate = (sql: Sql) => Promise<number>;

/** What is in the bot's wallet: free, and invested with the bot. */
export interface BotFunds {
  available: Micros;
  blocked: Micros;
}

/** The wallet as it stands, and whether its owner has the bot at all. */
async function readFunds(sql: Sql, customerId: string): Promise<BotFunds & { hasBot: boolean }> {
  const row = await requireOne<{ has_bot: boolean; available: bigint; blocked: bigint }>(
    sql,
    `SELECT EXISTS (SELECT FROM bot_subscriptions WHERE customer_id = $1 AND cell = cell_of($1)) AS has_bot,
       coalesce((SELECT zord FROM ledger.accounts WHERE owner = $1 AND cell = cell_of($1)), 0) AS available,
       (SELECT coalesce(sum(amount), 0)::bigint FROM positions
        WHERE customer_id = $1 AND cell = cell_of($1) AND product = 'primezord' AND state = 'running') AS blocked`,
    [customerId],
  );
  return { hasBot: row.has_bot, available: micros(row.available), blocked: micros(row.blocked) };
}

/** The wallet of somebody who has the bot (Z4). */
export async function requireFunds(sql: Sql, customerId: string): Promise<BotFunds> {
  const funds = await readFunds(sql, customerId);
  if (!funds.hasBot) throw refusePrimezord('bot_required');
  return funds;
}

/** The wallet as it stands: what is available, what is invested, and both together. */
export async function readBotWallet(sql: Sql, customerId: string, dollarRate: number): Promise<BotWallet> {
  return presentWallet(await readFunds(sql, customerId), dollarRate);
}

export function presentWallet({ available, blocked }: BotFunds, dollarRate: number): BotWallet {
  return {
    Balance: toJsonNumber(sum([available, blocked])),
    Available: toJsonNumber(available),
    Blocked: toJsonNumber(blocked),
    DollarRate: dollarRate,
  };
}
