import { amountOf } from '#money/amount.ts';
import { type Micros, micros } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import { refusePrimezord } from '../refusals.ts';
import { readBotSettings } from './read-bot-settings.ts';

/** The amount of a deposit, a withdrawal or an investment, which the bot takes from its list alone. */
export async function requireAmount(sql: Sql, requested: number): Promise<Micros> {
  const { Amounts } = await readBotSettings(sql);
  const amount = amountOf(requested);
  if (!isAmongAmounts(Amounts, amount)) throw refusePrimezord('amount_not_allowed');
  return amount;
}

/**
 * A withdrawal's: an amount of the list, or everything that is available, so that what operations made of an amount never
 * stays behind (docs/decisions/0010-payouts.md). Whether it is still there is decided by the journal, not here.
 */
export async function requireWithdrawal(sql: Sql, requested: number, customerId: string): Promise<Micros> {
  const amount = amountOf(requested);
  const { available } = await requireOne<{ available: bigint }>(
    sql,
    `SELECT b.balance AS available FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner = $1 AND a.kind = 'zord'`,
    [customerId],
  );
  return amount > 0n && amount === wholeCents(micros(available)) ? amount : requireAmount(sql, requested);
}
