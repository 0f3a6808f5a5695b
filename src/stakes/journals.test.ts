import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { cancellingJournal, maturingJournal, openingJournal } from './journals.ts';

const stake = { id: 'stake-1', customerId: 'ana', amount: usd('300'), promisedProfit: usd('75') };

test('[S7] opening locks the amount and sets the whole profit aside', () => {
  expect(openingJournal(stake)).toEqual({
    key: 'stake:stake-1:opened',
    kind: 'stake_opened',
    owner: 'ana',
    reference: 'stake-1',
    entries: [
      { from: 'balance', to: 'staked', amount: usd('300') },
      { from: 'treasury', to: 'promised', amount: usd('75') },
    ],
  });
});

test('[S7] maturing pays amount and profit to the balance, from what was locked and set aside', () => {
  expect(maturingJournal(stake)).toMatchObject({
    key: 'stake:stake-1:matured',
    entries: [
      { from: 'staked', to: 'balance', amount: usd('300') },
      { from: 'promised', to: 'balance', amount: usd('75') },
    ],
  });
});

test('[S7] cancelling gives back 60 %, takes 40 % as fee, and frees the profit for the treasury', () => {
  expect(cancellingJournal(stake)).toMatchObject({
    key: 'stake:stake-1:canceled',
    entries: [
      { from: 'staked', to: 'balance', amount: usd('180') },
      { from: 'staked', to: 'fees', amount: usd('120') },
      { from: 'promised', to: 'treasury', amount: usd('75') },
    ],
  });
});

test('[S7] whatever opens a stake is undone by either ending: nothing stays locked or promised', () => {
  for (const ending of [maturingJournal(stake), cancellingJournal(stake)]) {
    const held = new Map<string, bigint>();
    for (const { from, to, amount } of [...openingJournal(stake).entries, ...ending.entries]) {
      held.set(from, (held.get(from) ?? 0n) - amount);
      held.set(to, (held.get(to) ?? 0n) + amount);
    }
    expect([held.get('staked'), held.get('promised')]).toEqual([0n, 0n]);
  }
});
