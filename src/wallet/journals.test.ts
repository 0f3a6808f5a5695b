import { expect, test } from 'vitest';
import type { Journal } from '#ledger/journal.ts';
import { usd } from '#money/money.ts';
import { depositJournal, holdingJournal, leavingAmount, returningJournal, withdrawingJournal } from './journals.ts';

const transfer = { id: 'transfer-1', customerId: 'ana', amount: usd('150'), fee: usd('3') };

test('[F4] a deposit moves from the brokerage to the balance', () => {
  expect(depositJournal(transfer)).toEqual({
    key: 'deposit:transfer-1:settled',
    kind: 'deposit_settled',
    owner: 'ana',
    reference: 'transfer-1',
    entries: [{ from: 'brokerage', to: 'balance', amount: usd('150') }],
  });
});

test('[F4] a withdrawal holds the whole amount', () => {
  expect(holdingJournal(transfer)).toEqual({
    key: 'withdrawal:transfer-1:held',
    kind: 'withdrawal_held',
    owner: 'ana',
    reference: 'transfer-1',
    entries: [{ from: 'balance', to: 'held', amount: usd('150') }],
  });
});

test('[F2] [F4] done: the amount less its fee goes to the brokerage, and the fee stays with the house', () => {
  expect(withdrawingJournal(transfer)).toMatchObject({
    key: 'withdrawal:transfer-1:settled',
    entries: [
      { from: 'held', to: 'brokerage', amount: usd('147') },
      { from: 'held', to: 'fees', amount: usd('3') },
    ],
  });
  expect(leavingAmount(transfer)).toBe(usd('147'));
});

test('[F4] refused: the whole amount returns to the balance, fee included', () => {
  expect(returningJournal(transfer)).toMatchObject({
    key: 'withdrawal:transfer-1:returned',
    entries: [{ from: 'held', to: 'balance', amount: usd('150') }],
  });
});

test('[F4] either outcome leaves nothing held', () => {
  for (const ending of [withdrawingJournal(transfer), returningJournal(transfer)]) {
    expect(changeOf('held', [holdingJournal(transfer), ending])).toBe(0n);
  }
  expect(changeOf('balance', [holdingJournal(transfer), returningJournal(transfer)])).toBe(0n);
});

function changeOf(account: string, journals: Journal[]): bigint {
  const legs = journals.flatMap(({ entries }) => entries);
  const into = legs.filter(({ to }) => to === account).reduce((sum, { amount }) => sum + amount, 0n);
  return into - legs.filter(({ from }) => from === account).reduce((sum, { amount }) => sum + amount, 0n);
}
