import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { movingJournal, subscribingJournal } from './journals.ts';

test('[Z1] the entry fee is paid from the balance, under one key per customer', () => {
  expect(subscribingJournal('ana', usd('50'))).toEqual({
    key: 'primezord:ana:subscribed',
    kind: 'primezord_subscribed',
    owner: 'ana',
    reference: 'ana',
    entries: [{ from: 'balance', to: 'fees', amount: usd('50') }],
  });
});

test('[Z4] deposit and withdrawal mirror each other', () => {
  const move = { id: 'move', customerId: 'ana', amount: usd('100') };
  expect(movingJournal({ ...move, direction: 'deposited' })).toEqual({
    key: 'primezord:move:deposited',
    kind: 'primezord_deposited',
    owner: 'ana',
    reference: 'move',
    entries: [{ from: 'balance', to: 'zord', amount: usd('100') }],
  });
  expect(movingJournal({ ...move, direction: 'withdrawn' })).toEqual({
    key: 'primezord:move:withdrawn',
    kind: 'primezord_withdrawn',
    owner: 'ana',
    reference: 'move',
    entries: [{ from: 'zord', to: 'balance', amount: usd('100') }],
  });
});
