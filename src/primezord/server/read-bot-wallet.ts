import { type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import type { BotWallet } from '../contract.ts';
import { refusePrimezord } from '../refusals.ts';

/** Reads the value of a dollar in BRL on withdrawal, 0 if there is no rate. Injected, because its source belongs elsewhere. */
export type ReadDollarRate = (sql: Sql) => Promise<number>;

/** The contents of the bot's wallet: available, and invested with the bot. */
export interface BotFunds {
  available: Micros;
  blocked: Micros;
}

/** The current wallet, and whether its owner has the bot at all. */
async function readFunds(sql: Sql, customerId: string): Promise<BotFunds & { hasBot: boolean }> {
  const row = await requireOne<{ has_bot: boolean; available: bigint; blocked: bigint }>(
    sql,
    `SELECT EXISTS (SELECT FROM bot_subscriptions WHERE customer_id = $1) AS has_bot,
       coalesce((SELECT zord FROM ledger.accounts WHERE owner = $1), 0) AS available,
       (SELECT coalesce(sum(amount), 0)::bigint FROM positions
        WHERE customer_id = $1 AND product = 'primezord' AND state = 'running') AS blocked`,
    [customerId],
  );
  return { hasBot: row.has_bot, available: micros(row.available), blocked: micros(row.blocked) };
}

/** The wallet of a customer who has the bot (Z4). */
export async function requireFunds(sql: Sql, customerId: string): Promise<BotFunds> {
  const funds = await readFunds(sql, customerId);
  if (!funds.hasBot) throw refusePrimezord('bot_required');
  return funds;
}

/** The current wallet: what is available, what is invested, and their sum. */
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
