import { toDecimal, toJsonNumber } from '#money/money.ts';
import { declareLook } from '#commands/server/declaration.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { listOpenWithdrawals, type OpenWithdrawal } from '../list-open-withdrawals.ts';
import { wordsOf } from './words.ts';

/** Lists every unfinished withdrawal. It reveals customers' intentions, so each look is recorded, at the machine too. */
export const withdrawalsList = declareLook({
  name: 'withdrawals list',
  params: {},
  roles: ['payments', 'compliance', 'auditor'],
  words: wordsOf('withdrawals list'),
  async show({ sql }) {
    const open = await listOpenWithdrawals(sql);
    const waiting = open.filter(({ state }) => state === 'awaiting_approval').length;
    return {
      lines: [...open.map(formatLine), `${waiting} awaiting approval, ${open.length - waiting} on their way.`],
      json: open.map(showOpen),
      seen: { open: open.length, waiting, ...whomSeen(open.map(({ customerId }) => customerId)) },
    };
  },
});

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
