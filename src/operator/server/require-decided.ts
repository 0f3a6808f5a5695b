import { isUuid } from '#http/server/cursor.ts';
import type { Tx } from '#database/server/database.ts';
import { readWithdrawal } from '#wallet/server/list-open-withdrawals.ts';
import type { TransferRecord } from '#wallet/server/transfer-store.ts';
import { CommandRefused } from './command.ts';

/** Returns the withdrawal that was decided, or throws why there is nothing to decide. */
export async function requireDecided(tx: Tx, id: string, decided: TransferRecord | null): Promise<TransferRecord> {
  if (decided) return decided;
  const withdrawal = await readWithdrawal(tx, id);
  if (!withdrawal) throw new CommandRefused('unknown_withdrawal', `There is no withdrawal ${id}.`);
  const { decision, state } = withdrawal;
  const why = decision ? `it was already ${decision}` : `it needed none, and is ${state}`;
  throw new CommandRefused('not_waiting', `Withdrawal ${id} is not awaiting approval: ${why}.`);
}

/** Parses a typed withdrawal id; anything that is not an id is refused as unknown. */
export function readWithdrawalId(typed = ''): string {
  const id = typed.toLowerCase();
  if (!isUuid(id)) throw new CommandRefused('unknown_withdrawal', `There is no withdrawal ${typed}.`);
  return id;
}
