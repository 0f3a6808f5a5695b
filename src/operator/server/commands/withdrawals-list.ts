import { toDecimal, toJsonNumber } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { listOpenWithdrawals, type OpenWithdrawal } from '#wallet/server/list-open-withdrawals.ts';
import type { Command } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';

/** Lists every unfinished withdrawal. It reveals customers' intentions, so each look is recorded too. */
export const withdrawalsList: Command = {
  name: 'withdrawals list',
  summary: 'List the withdrawals awaiting approval and those on their way',
  run: ({ db, operator }) =>
    transaction(db, async (tx) => {
      const open = await listOpenWithdrawals(tx);
      const waiting = open.filter(({ state }) => state === 'awaiting_approval').length;
      await recordAction(tx, {
        operator,
        action: 'withdrawals list',
        details: { open: open.length, waiting, ...whomSeen(open.map(({ customerId }) => customerId)) },
      });
      const sum = `${waiting} awaiting approval, ${open.length - waiting} on their way.`;
      return { lines: [...open.map(formatLine), sum], json: open.map(showOpen) };
    }),
};

function formatLine(withdrawal: OpenWithdrawal): string {
  const { id, email, amount, net, currency, createdAt, lastError } = withdrawal;
  const arrives = `${toDecimal(net)} ${currency.toUpperCase()}`;
  const stands = lastError ? `${statusOf(withdrawal)}: ${lastError}` : statusOf(withdrawal);
  return `${id}  ${createdAt.toISOString()}  ${email}  ${toDecimal(amount)} USD as ${arrives}  ${stands}`;
}

function statusOf({ state, attempts }: OpenWithdrawal): string {
  if (state === 'awaiting_approval') return 'awaiting approval';
  return attempts === 0 ? 'about to be sent' : `${state}, sent ${attempts} times`;
}

function showOpen(withdrawal: OpenWithdrawal) {
  return {
    id: withdrawal.id,
    date: withdrawal.createdAt.toISOString(),
    customer: withdrawal.customerId,
    email: withdrawal.email,
    amount: toJsonNumber(withdrawal.amount),
    currency: withdrawal.currency,
    fee: toJsonNumber(withdrawal.fee),
    net: toJsonNumber(withdrawal.net),
    state: withdrawal.state,
    attempts: withdrawal.attempts,
    trouble: withdrawal.lastError,
  };
}
