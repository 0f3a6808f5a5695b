import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { positionJournal } from './position-journal.ts';

test('[S7] what happens to a position is one event, named by product, position and what happened, and is its owner’s', () => {
  const position = { id: 'p1', customerId: 'ana', amount: usd('300') };
  const entries = [{ from: 'balance', to: 'staked', amount: usd('300') }] as const;
  expect(positionJournal('stake_opened', position, [...entries])).toEqual({
    key: 'stake:p1:opened',
    kind: 'stake_opened',
    owner: 'ana',
    reference: 'p1',
    entries,
  });
});
