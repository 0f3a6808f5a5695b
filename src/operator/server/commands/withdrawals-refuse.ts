import { toDecimal } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { refuseWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { type Command, Mistyped } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { readWithdrawalId, requireDecided } from '../require-decided.ts';

const longestReason = 200;

/**
 * Refuses a withdrawal that waits, or is held back with its frozen customer: when the command ends, the money is back in the balance.
 */
export const withdrawalsRefuse: Command = {
  name: 'withdrawals refuse',
  words: ['ID'],
  required: ['reason'],
  summary:
    'Refuse a withdrawal that waits or is held back, and return its money; the customer reads the reason exactly as typed',
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const id = readWithdrawalId(words[0]);
      const reason = readReason(options['reason']);
      const { amount, customerId } = await requireDecided(tx, id, await refuseWithdrawal(tx, id, reason, events));
      const usd = toDecimal(amount);
      const details = { withdrawal: id, customer: customerId, usd, reason };
      await recordAction(tx, { operator, action: 'withdrawals refuse', details });
      return { lines: [`Withdrawal ${id}: ${usd} USD is back in the balance.`], json: { id, decision: 'refused' } };
    }),
};

/** Drops the final full stop: the reason is embedded in a sentence in the customer's language. */
function readReason(typed = ''): string {
  const reason = typed.trim().replace(/\.+$/, '');
  if (reason === '' || reason.length > longestReason) {
    throw new Mistyped(`--reason takes 1 to ${longestReason} characters: the customer reads it.`);
  }
  return reason;
}
