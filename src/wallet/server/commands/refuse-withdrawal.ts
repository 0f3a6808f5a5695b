import * as z from 'zod/mini';
import { toDecimal } from '#money/money.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { text, transfer, word } from '#commands/server/params.ts';
import { refuseWithdrawal } from '../decide-withdrawal.ts';
import { factsOfWithdrawal, requireDecided, withdrawalFacts } from './withdrawal.ts';
import { wordsOf } from './words.ts';

const longestReason = 200;

/** Without the final full stop: the reason is embedded in a sentence in the customer's language. */
const reason = typedLine(longestReason).check(
  z.overwrite((typed) => typed.replace(/\.+$/, '')),
  z.minLength(1),
);

/**
 * Refuses a withdrawal that waits, or is held back with its frozen customer: when the command ends, the money is back in the balance, and
 * needs no second person.
 */
export const withdrawalsRefuse = declareCommand({
  name: 'withdrawals refuse',
  params: { withdrawal: word(transfer), reason: text(longestReason, reason) },
  facts: withdrawalFacts,
  roles: ['payments', 'compliance'],
  effect: null,
  isDestructive: true,
  words: wordsOf('withdrawals refuse'),
  read: ({ sql }, { withdrawal }) => factsOfWithdrawal(sql, withdrawal),
  async run({ tx, events }, { withdrawal: id, reason: said }) {
    const { amount, customerId } = await requireDecided(tx, id, await refuseWithdrawal(tx, id, said, events));
    return { outcome: 'refused', facts: { customer: customerId, usd: toDecimal(amount) } };
  },
});
