import { sendPost } from '#ledger/server/post.ts';
import { micros } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { readSetting } from '#settings/server/settings.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { BotWallet, depositToBot } from '../contract.ts';
import { movingJournal, type WalletMove } from '../journals.ts';
import { botAmounts } from './bot-settings.ts';
import { presentWallet, type ReadDollarRate, requireFunds } from './read-bot-wallet.ts';
import { requireAmount, requireWithdrawal } from './require-amount.ts';

/**
 * Moves money between the balance and the bot's wallet (Z4), and returns the resulting wallet: nothing else changes it while the call holds
 * the customer's accounts.
 */
export async function moveWallet(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof depositToBot>, 'investor' | 'body'>,
  direction: WalletMove['direction'],
  readDollarRate: ReadDollarRate,
): Promise<BotWallet> {
  const [{ available, blocked }, amounts, dollarRate] = await Promise.all([
    requireFunds(tx, investor.id),
    readSetting(tx, botAmounts, 'production'),
    readDollarRate(tx),
  ]);
  const isDeposit = direction === 'deposited';
  const amount = isDeposit ? requireAmount(body.amount, amounts) : requireWithdrawal(body.amount, amounts, available);
  const move: WalletMove = { id: uuidv7(), customerId: investor.id, direction, amount };

  sendPost(tx, movingJournal(move), investor.now);
  insertMove(tx, move, investor.now);

  const after = micros(isDeposit ? available + amount : available - amount);
  return presentWallet({ available: after, blocked }, dollarRate);
}

/** Stores the move: it backs the event in the books. */
function insertMove(tx: Tx, { id, customerId, direction, amount }: WalletMove, now: Date): void {
  tx.send(
    `INSERT INTO bot_moves (id, customer_id, cell, direction, amount, moved_at) VALUES ($1, $2, cell_of($2), $3, $4, $5)`,
    [id, customerId, direction, amount, now],
  );
}
