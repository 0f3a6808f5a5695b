import { randomUUID } from 'node:crypto';
import type { Movement } from '#ledger/movement.ts';
import { post } from '#ledger/server/post.ts';
import type { Micros } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import type { depositToBot } from '../contract.ts';
import type { PositionTerms } from '#ledger/position-movement.ts';
import { requireAmount } from './require-amount.ts';
import { requireBot } from './require-bot.ts';

/** Moves money between the balance and the bot's wallet, in the direction that the movement says (Z4). */
export async function moveWallet(
  tx: Tx,
  { investor, body }: Pick<Asked<typeof depositToBot>, 'investor' | 'body'>,
  movement: (move: PositionTerms) => Movement,
  requireMove: (tx: Tx, asked: number, customerId: string) => Promise<Micros> = requireAmount,
): Promise<void> {
  await requireBot(tx, investor.id);
  const amount = await requireMove(tx, body.amount, investor.id);
  await post(tx, movement({ id: randomUUID(), customerId: investor.id, amount }), investor.now);
}
