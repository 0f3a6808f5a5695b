import { expect, test } from 'vitest';
import { micros, usd } from '#money/money.ts';
import { returnCapital } from './return-capital.ts';

test.each([
  [
    'won',
    '6.5',
    [
      ['copytrade', 'balance', '500'],
      ['trading', 'balance', '6.5'],
    ],
  ],
  [
    'lost',
    '-6.5',
    [
      ['copytrade', 'balance', '493.5'],
      ['copytrade', 'trading', '6.5'],
    ],
  ],
  ['neither won nor lost', '0', [['copytrade', 'balance', '500']]],
  ['lost everything', '-500', [['copytrade', 'trading', '500']]],
])('[C3] [Z4] capital that has %s (%s) comes back so, and nothing is moved that is nothing', (_what, result, moved) => {
  const transfers = moved.map(([from = '', to = '', amount = '']) => ({ from, to, amount: usd(amount) }));
  expect(returnCapital('copytrade', 'balance', usd('500'), usd(result))).toEqual(transfers);
});

test('[C3] [Z4] a single micro-dollar is won and lost like any other', () => {
  expect(returnCapital('zord_blocked', 'zord', micros(2n), micros(1n))).toEqual([
    { from: 'zord_blocked', to: 'zord', amount: 2n },
    { from: 'trading', to: 'zord', amount: 1n },
  ]);
  expect(returnCapital('zord_blocked', 'zord', micros(2n), micros(-1n))).toEqual([
    { from: 'zord_blocked', to: 'zord', amount: 1n },
    { from: 'zord_blocked', to: 'trading', amount: 1n },
  ]);
});
