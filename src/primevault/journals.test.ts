import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { maturingJournal, openingJournal } from './journals.ts';

const investment = { id: 'vault-1', customerId: 'ana', amount: usd('1000'), promisedProfit: usd('300') };

test('[V3] opening puts the amount into the vault and sets the whole profit aside', () => {
  expect(openingJournal(investment)).toEqual({
    key: 'vault:vault-1:opened',
    kind: 'vault_opened',
    owner: 'ana',
    reference: 'vault-1',
    entries: [
      { from: 'balance', to: 'vault', amount: usd('1000') },
      { from: 'treasury', to: 'promised', amount: usd('300') },
    ],
  });
});

test('[V3] maturing pays amount and profit to the balance, from the vault and what was set aside', () => {
  expect(maturingJournal(investment)).toEqual({
    key: 'vault:vault-1:matured',
    kind: 'vault_matured',
    owner: 'ana',
    reference: 'vault-1',
    entries: [
      { from: 'vault', to: 'balance', amount: usd('1000') },
      { from: 'promised', to: 'balance', amount: usd('300') },
    ],
  });
});

test('[V3] the end undoes the opening: nothing stays in the vault or promised, and the customer has the profit', () => {
  const held = new Map<string, bigint>();
  for (const journal of [openingJournal(investment), maturingJournal(investment)]) {
    for (const { from, to, amount } of journal.entries) {
      held.set(from, (held.get(from) ?? 0n) - amount);
      held.set(to, (held.get(to) ?? 0n) + amount);
    }
  }
  expect(Object.fromEntries(held)).toEqual({ balance: usd('300'), vault: 0n, treasury: -usd('300'), promised: 0n });
});
