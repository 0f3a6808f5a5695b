import { toDecimal } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import { approveWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import type { Command } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { readWithdrawalId, requireDecided } from '../require-decided.ts';

/** A yes to a withdrawal over the limit; the running Lastro sends it within the second. */
export const withdrawalsApprove: Command = {
  name: 'withdrawals approve',
  words: ['ID'],
  summary: 'Let a withdrawal over the limit go to the brokerage',
  run: ({ db, operator }, { words }) =>
    transaction(db, async (tx) => {
      const id = readWithdrawalId(words[0]);
      const { amount, customerId } = await requireDecided(tx, id, await approveWithdrawal(tx, id));
      const usd = toDecimal(amount);
      const details = { withdrawal: id, customer: customerId, usd };
      await recordAction(tx, { operator, action: 'withdrawals approve', details });
      return { lines: [`Withdrawal ${id} of ${usd} USD is on its way.`], json: { id, decision: 'approved' } };
    }),
};
