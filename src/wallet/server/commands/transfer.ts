import { toDecimal } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readTransfersById, type TransferRecord } from '../transfer-store.ts';

/** What a command on a transfer names beside its id; `before` is the state that it was in. */
export const transferFacts = {
  customer: 'customer',
  usd: 'money',
  direction: 'choice',
  state: 'choice',
  before: 'choice',
} as const;

/** @throws CommandRefused `unknown_transfer` */
export async function requireTransfer(sql: Sql, id: string): Promise<TransferRecord> {
  const [transfer] = await readTransfersById(sql, [id]);
  if (!transfer) throw new CommandRefused('unknown_transfer', `There is no transfer ${id}.`);
  return transfer;
}

export function factsOf({ customerId, amount, direction }: TransferRecord) {
  return { customer: customerId, usd: toDecimal(amount), direction };
}

/** For the person who decides. */
export async function factsOfTransfer(sql: Sql, id: string) {
  const [transfer] = await readTransfersById(sql, [id]);
  return transfer ? { ...factsOf(transfer), before: transfer.state } : null;
}
