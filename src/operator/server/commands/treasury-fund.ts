import { sum, toDecimal } from '#money/money.ts';
import { readTreasury } from '#ledger/server/account-store.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { money, word } from '#commands/server/params.ts';
import { sendFunds } from '../fund-treasury.ts';
import { wordsOf } from './words.ts';

/** Adds money of the operator's, from which profits can be promised. */
export const treasuryFund = declareCommand({
  name: 'treasury fund',
  params: { usd: word(money) },
  facts: { journal: 'text', left: 'money', before: 'money', after: 'money' },
  roles: ['treasury'],
  effect: 'money',
  words: wordsOf('treasury fund'),
  // Nothing but a mistyped amount is refused.
  foresee: async () => undefined,
  stands: async ({ sql }, { usd }) => {
    const before = await readTreasury(sql);
    return { before: toDecimal(before), after: toDecimal(sum([before, usd])) };
  },
  async run({ tx }, { usd }) {
    const journal = await sendFunds(tx, usd);
    return { outcome: 'funded', facts: { journal, left: toDecimal(await readTreasury(tx)) } };
  },
});
