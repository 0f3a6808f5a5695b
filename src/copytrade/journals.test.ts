import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros, usd } from '#money/money.ts';
import { expiringJournal, openingJournal } from './journals.ts';

const licence = { id: 'lic', customerId: 'ana', amount: usd('500') };

test('[C3] opening a licence puts its amount to work and promises nothing', () => {
  expect(openingJournal(licence)).toEqual({
    key: 'copytrade:lic:opened',
    kind: 'copytrade_opened',
    owner: 'ana',
    reference: 'lic',
    entries: [{ from: 'balance', to: 'copytrade', amount: usd('500') }],
  });
});

test('[C3] a licence that won gives its amount back, and trading pays what it won', () => {
  expect(expiringJournal(licence, usd('12.345678'))).toMatchObject({
    key: 'copytrade:lic:expired',
    entries: [
      { from: 'copytrade', to: 'balance', amount: usd('500') },
      { from: 'trading', to: 'balance', amount: usd('12.345678') },
    ],
  });
});

test('[C3] a licence that lost gives back the rest, and trading gets what it lost', () => {
  expect(expiringJournal(licence, usd('-20.5')).entries).toEqual([
    { from: 'copytrade', to: 'balance', amount: usd('479.5') },
    { from: 'copytrade', to: 'trading', amount: usd('20.5') },
  ]);
});

test('[C3] a licence that neither won nor lost gives its amount back, one that lost everything nothing', () => {
  expect(expiringJournal(licence, usd('0')).entries).toEqual([
    { from: 'copytrade', to: 'balance', amount: usd('500') },
  ]);
  expect(expiringJournal(licence, usd('-500')).entries).toEqual([
    { from: 'copytrade', to: 'trading', amount: usd('500') },
  ]);
});

test('[C3] whatever the result, the licence is emptied and the balance gets amount and result', () => {
  const results = fc.bigInt(-licence.amount, 10n ** 12n);
  fc.assert(
    fc.property(results, (result) => {
      const { entries } = expiringJournal(licence, micros(result));
      const sum = (side: 'from' | 'to', kind: string): bigint =>
        entries.filter((entry) => entry[side] === kind).reduce((total, { amount }) => total + amount, 0n);
      expect(sum('from', 'copytrade')).toBe(licence.amount);
      expect(sum('to', 'balance')).toBe(licence.amount + result);
      expect(entries.every(({ amount }) => amount > 0n)).toBe(true);
    }),
  );
});
