import { toDecimal } from '#money/money.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readWithdrawal } from '../list-open-withdrawals.ts';
import type { TransferRecord } from '../transfer-store.ts';

/** What a decision on a withdrawal names beside its id. */
export const withdrawalFacts = { customer: 'customer', usd: 'money' } as const;

export async function factsOfWithdrawal(sql: Sql, id: string): Promise<{ customer: string; usd: string } | null> {
  const withdrawal = await readWithdrawal(sql, id);
  return withdrawal && { customer: withdrawal.customerId, usd: toDecimal(withdrawal.amount) };
}

/** Returns the withdrawal that was decided, or throws why there is nothing to decide. */
export async function requireDecided(tx: Tx, id: string, decided: TransferRecord | null): Promise<TransferRecord> {
  if (decided) return decided;
  const withdrawal = await readWithdrawal(tx, id);
  if (!withdrawal) throw new CommandRefused('unknown_withdrawal', `There is no withdrawal ${id}.`);
  const { decision, state } = withdrawal;
  const why = decision ? `it was already ${decision}` : `it needed none, and is ${state}`;
  throw new CommandRefused('not_waiting', `Withdrawal ${id} is not awaiting approval: ${why}.`);
}
