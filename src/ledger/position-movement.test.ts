import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { positionMovement } from './position-movement.ts';

test('[S7] what happens to a position is one event, named by product, position and what happened, and is its owner’s', () => {
  const position = { id: 'p1', customerId: 'ana', amount: usd('300') };
  const transfers = [{ from: 'balance', to: 'staked', amount: usd('300') }] as const;
  expect(positionMovement('stake_opened', position, [...transfers])).toEqual({
    key: 'stake:p1:opened',
    kind: 'stake_opened',
    owner: 'ana',
    reference: 'p1',
    transfers,
  });
});
