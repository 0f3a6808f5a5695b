import { randomUUID } from 'node:crypto';
import { post } from '#ledger/server/post.ts';
import type { Micros } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { depositToBot } from '../contract.ts';
import { depositingJournal, withdrawingJournal } from '../journals.ts';
import type { PositionTerms } from '#ledger/position-journal.ts';
import { insertMove } from './move-store.ts';
import { requireAmount } from './require-amount.ts';
import { requireBot } from './require-bot.ts';

/** What each way of moving does to the ledger. */
const journals = { deposited: depositingJournal, withdrawn: withdrawingJournal };

/** Moves money between the balance and the bot's wallet (Z4). */
export async function moveWallet(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof depositToBot>, 'investor' | 'body'>,
  direction: keyof typeof journals,
  requireMove: (tx: Tx, requested: number, customerId: string) => Promise<Micros> = requireAmount,
): Promise<void> {
  await requireBot(tx, investor.id);
  const amount = await requireMove(tx, body.amount, investor.id);
  const move: PositionTerms = { id: randomUUID(), customerId: investor.id, amount };

  await post(tx, journals[direction](move), investor.now);
  await insertMove(tx, move, direction, investor.now);
}
