import { expect, test } from 'vitest';
import type { Movement } from '#ledger/movement.ts';
import { usd } from '#money/money.ts';
import {
  depositMovement,
  holdingMovement,
  leavingAmount,
  returningMovement,
  withdrawingMovement,
} from './movements.ts';

const transfer = { id: 'transfer-1', customerId: 'ana', amount: usd('150'), fee: usd('3') };

test('[F4] a deposit comes from the brokerage to the balance', () => {
  expect(depositMovement(transfer)).toEqual({
    key: 'deposit:transfer-1:settled',
    kind: 'deposit_settled',
    owner: 'ana',
    reference: 'transfer-1',
    transfers: [{ from: 'brokerage', to: 'balance', amount: usd('150') }],
  });
});

test('[F4] a withdrawal holds the whole amount at once', () => {
  expect(holdingMovement(transfer)).toEqual({
    key: 'withdrawal:transfer-1:held',
    kind: 'withdrawal_held',
    owner: 'ana',
    reference: 'transfer-1',
    transfers: [{ from: 'balance', to: 'held', amount: usd('150') }],
  });
});

test('[F2] [F4] done: the amount less its fee leaves for the brokerage, and the fee stays with the house', () => {
  expect(withdrawingMovement(transfer)).toMatchObject({
    key: 'withdrawal:transfer-1:settled',
    transfers: [
      { from: 'held', to: 'brokerage', amount: usd('147') },
      { from: 'held', to: 'fees', amount: usd('3') },
    ],
  });
  expect(leavingAmount(transfer)).toBe(usd('147'));
});

test('[F4] refused: the whole amount comes back, fee included', () => {
  expect(returningMovement(transfer)).toMatchObject({
    key: 'withdrawal:transfer-1:returned',
    transfers: [{ from: 'held', to: 'balance', amount: usd('150') }],
  });
});

test('[F4] either ending leaves nothing held', () => {
  for (const ending of [withdrawingMovement(transfer), returningMovement(transfer)]) {
    expect(changeOf('held', [holdingMovement(transfer), ending])).toBe(0n);
  }
  expect(changeOf('balance', [holdingMovement(transfer), returningMovement(transfer)])).toBe(0n);
});

function changeOf(account: string, movements: Movement[]): bigint {
  const legs = movements.flatMap(({ transfers }) => transfers);
  const into = legs.filter(({ to }) => to === account).reduce((sum, { amount }) => sum + amount, 0n);
  return into - legs.filter(({ from }) => from === account).reduce((sum, { amount }) => sum + amount, 0n);
}
