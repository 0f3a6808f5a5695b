import { type Micros, micros, toDecimal, toJsonNumber } from '#money/money.ts';
import { type Declared, declareCommand, declareLook } from '#commands/server/declaration.ts';
import { money, reason, word } from '#commands/server/params.ts';
import { readTaxes, requireOpen, settleWithAuthority, type Way } from '../owed-taxes.ts';
import { wordsOf } from './words.ts';

/** Pays tax withheld from customers' profits to the authority; it goes nowhere else. */
export const taxesPay = settling('pay');

/** Reverses a payment: money that the authority gave back, or that never reached it. */
export const taxesReturn = settling('return');

function settling(way: Way): Declared {
  return declareCommand({
    name: `taxes ${way}`,
    params: { usd: word(money), reason },
    facts: { journal: 'text', owed: 'money', before: 'money', after: 'money' },
    roles: ['treasury'],
    effect: 'money',
    ...(way === 'pay' && { isDestructive: true as const }),
    words: wordsOf(`taxes ${way}`),
    foresee: async ({ sql }, { usd }) => requireOpen(await readTaxes(sql), usd, way),
    stands: async ({ sql }, { usd }) => {
      const { owed: before } = await readTaxes(sql);
      return { before: toDecimal(before), after: toDecimal(micros(way === 'pay' ? before - usd : before + usd)) };
    },
    async run({ tx }, { usd }) {
      const { journal, owed } = await settleWithAuthority(tx, usd, way);
      return { outcome: 'settled', facts: { journal, owed: toDecimal(owed) } };
    },
  });
}

/** Shows what was withheld and where it is. */
export const taxesShow = declareLook({
  name: 'taxes show',
  params: {},
  roles: ['treasury', 'auditor'],
  words: wordsOf('taxes show'),
  async show({ sql }) {
    const { owed, paid } = await readTaxes(sql);
    const figures = { withheld: (owed + paid) as Micros, paid, owed };
    return {
      lines: Object.entries(figures).map(([name, amount]) => `${name.padEnd(10)}${toDecimal(amount)} USD`),
      json: Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, toJsonNumber(amount)])),
    };
  },
});
