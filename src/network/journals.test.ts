import { expect, test } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { awardJournal } from './journals.ts';

test('[W2] the treasury pays an award to whoever earns it, once for a position and a level', () => {
  const award = {
    id: 'award-1',
    kind: 'residual',
    sourceId: 'eva',
    product: 'stakes',
    positionId: 'stake-1',
    base: usd('100'),
    at: new Date(0),
    level: 2,
    beneficiaryId: 'ana',
    percentage: percent('2'),
    value: usd('2'),
    cut: usd('0'),
    invested: null,
  } as const;
  expect(awardJournal(award)).toEqual({
    key: 'network:residual:stake-1:2:ana',
    kind: 'network_residual',
    owner: 'ana',
    reference: 'award-1',
    entries: [{ from: 'treasury', to: 'balance', amount: usd('2') }],
  });
});
