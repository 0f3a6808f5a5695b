import { toDecimal } from '#money/money.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { approveWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import type { TransferRecord } from '#wallet/server/transfer-store.ts';
import { requireLeftAlone } from '../approved-alone.ts';
import { type Command, CommandRefused } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { readWithdrawalId, requireDecided } from '../require-decided.ts';

/** Approves a waiting withdrawal, up to what a member may still approve alone; the running Lastro sends it within a second. */
export const withdrawalsApprove: Command = {
  name: 'withdrawals approve',
  words: ['ID'],
  summary: 'Approve a withdrawal and send it to the brokerage',
  run: ({ db, mode, operator }, { words }) =>
    transaction(db, async (tx) => {
      const id = readWithdrawalId(words[0]);
      const { amount, customerId } = await requireDecided(tx, id, await approve(tx, id));
      await requireLeftAlone(tx, mode, operator, amount);
      const usd = toDecimal(amount);
      const details = { withdrawal: id, customer: customerId, usd };
      await recordAction(tx, { operator, action: 'withdrawals approve', details });
      return { lines: [`Withdrawal ${id} of ${usd} USD is on its way.`], json: { id, decision: 'approved' } };
    }),
};

async function approve(tx: Tx, id: string): Promise<TransferRecord | null> {
  try {
    return await approveWithdrawal(tx, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'account_frozen') throw error;
    throw new CommandRefused('frozen', `The customer of withdrawal ${id} is frozen: none of their money can leave.`);
  }
}
