import { amountOf } from '#money/amount.ts';
import type { Micros } from '#money/money.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import type { Sql } from '#platform/server/database.ts';
import { refusePrimezord } from '../refusals.ts';
import { readBotSettings } from './read-bot-settings.ts';

/** The amount of a deposit, a withdrawal or an investment, which the bot takes from its list alone. */
export async function requireAmount(sql: Sql, asked: number): Promise<Micros> {
  const { Amounts } = await readBotSettings(sql);
  const amount = amountOf(asked);
  if (!isAmongAmounts(Amounts, amount)) throw refusePrimezord('amount_not_allowed');
  return amount;
}
