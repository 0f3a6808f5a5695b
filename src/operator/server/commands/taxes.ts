import { type Micros, toDecimal, toJsonNumber } from '#money/money.ts';
import type { Command, CommandInput } from '../command.ts';
import { payTaxes, readTaxes, requireOpen, returnTaxes } from '../owed-taxes.ts';
import { readReason } from '../read-reason.ts';
import { readTreasuryAmount } from '../read-treasury-amount.ts';

function checkSettlement({ words: [usd = ''], options }: CommandInput): void {
  readTreasuryAmount(usd);
  readReason(options['reason']);
}

/** Pays tax withheld from customers' profits to the authority; it goes nowhere else. */
export const taxesPay: Command = {
  name: 'taxes pay',
  words: ['USD'],
  required: ['reason'],
  summary: 'Pay withheld taxes to the authority, no more than is owed',
  check: checkSettlement,
  foresee: async ({ db }, { words: [usd = ''] }) => requireOpen(await readTaxes(db), readTreasuryAmount(usd), 'pay'),
  async run({ db, operator }, { words: [usd = ''], options }) {
    const amount = readTreasuryAmount(usd);
    const owed = await payTaxes(db, amount, { operator, reason: readReason(options['reason']) });
    return {
      lines: [`${toDecimal(amount)} USD was paid to the authority, which is still owed ${toDecimal(owed)} USD.`],
      json: { paid: toJsonNumber(amount), owed: toJsonNumber(owed) },
    };
  },
};

/** Reverses a payment: money that the authority gave back, or that never reached it. */
export const taxesReturn: Command = {
  name: 'taxes return',
  words: ['USD'],
  required: ['reason'],
  summary: 'Record taxes returned by the authority, no more than was paid: they are owed again',
  check: checkSettlement,
  foresee: async ({ db }, { words: [usd = ''] }) => requireOpen(await readTaxes(db), readTreasuryAmount(usd), 'return'),
  async run({ db, operator }, { words: [usd = ''], options }) {
    const amount = readTreasuryAmount(usd);
    const owed = await returnTaxes(db, amount, { operator, reason: readReason(options['reason']) });
    return {
      lines: [`${toDecimal(amount)} USD was returned by the authority, which is now owed ${toDecimal(owed)} USD.`],
      json: { returned: toJsonNumber(amount), owed: toJsonNumber(owed) },
    };
  },
};

/** Shows what was withheld and where it is. */
export const taxesShow: Command = {
  name: 'taxes show',
  summary: 'Show the taxes withheld from profits, paid to the authority and still owed to it',
  isLook: true,
  async run({ db }) {
    const { owed, paid } = await readTaxes(db);
    const figures = { withheld: (owed + paid) as Micros, paid, owed };
    return {
      lines: Object.entries(figures).map(([name, amount]) => `${name.padEnd(10)}${toDecimal(amount)} USD`),
      json: Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, toJsonNumber(amount)])),
    };
  },
};
