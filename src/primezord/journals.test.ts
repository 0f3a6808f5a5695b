import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros, usd } from '#money/money.ts';
import {
  depositingJournal,
  finishingJournal,
  investingJournal,
  subscribingJournal,
  withdrawingJournal,
} from './journals.ts';

const investment = { id: 'inv', customerId: 'ana', amount: usd('250') };

test('[Z1] the entry fee is paid from the balance, under a key that a customer has once', () => {
  expect(subscribingJournal('ana', usd('50'))).toEqual({
    key: 'bot:ana:subscribed',
    kind: 'bot_subscribed',
    owner: 'ana',
    reference: 'ana',
    entries: [{ from: 'balance', to: 'fees', amount: usd('50') }],
  });
});

test('[Z4] deposit and withdrawal are each other’s opposite', () => {
  const move = { id: 'move', customerId: 'ana', amount: usd('100') };
  expect(depositingJournal(move)).toMatchObject({
    key: 'bot:move:deposited',
    entries: [{ from: 'balance', to: 'zord', amount: usd('100') }],
  });
  expect(withdrawingJournal(move)).toMatchObject({
    key: 'bot:move:withdrawn',
    entries: [{ from: 'zord', to: 'balance', amount: usd('100') }],
  });
});

test('[Z4] an investment blocks part of the wallet, and gives it back with what it won or without what it lost', () => {
  expect(investingJournal(investment).entries).toEqual([{ from: 'zord', to: 'zord_blocked', amount: usd('250') }]);
  expect(finishingJournal(investment, usd('3.5')).entries).toEqual([
    { from: 'zord_blocked', to: 'zord', amount: usd('250') },
    { from: 'trading', to: 'zord', amount: usd('3.5') },
  ]);
  expect(finishingJournal(investment, usd('-3.5')).entries).toEqual([
    { from: 'zord_blocked', to: 'zord', amount: usd('246.5') },
    { from: 'zord_blocked', to: 'trading', amount: usd('3.5') },
  ]);
});

test('[Z4] whatever the result, nothing stays blocked and the wallet gets amount and result', () => {
  fc.assert(
    fc.property(fc.bigInt(-investment.amount, 10n ** 12n), (result) => {
      const { entries } = finishingJournal(investment, micros(result));
      const sum = (side: 'from' | 'to', kind: string): bigint =>
        entries.filter((entry) => entry[side] === kind).reduce((total, { amount }) => total + amount, 0n);
      expect(sum('from', 'zord_blocked')).toBe(investment.amount);
      expect(sum('to', 'zord')).toBe(investment.amount + result);
      expect(entries.every(({ amount }) => amount > 0n)).toBe(true);
    }),
  );
});
