import { expect, test } from 'vitest';
import { groupStakes, totalsOf } from './group-stakes.ts';
import { stakeOf } from './testing/stakes.ts';

const dayOf = (moment: string) => moment.slice(0, 10);
const first = stakeOf({ Id: 'first' });
const laterThatDay = stakeOf({ Id: 'later', Start: '2026-03-02T18:30:00.000Z', Profit: 24.999999, Progress: 33.2 });

test('[S5] equal stakes of a day are one group, where the first of them stood', () => {
  const other = stakeOf({ Id: 'other', Amount: 100 });
  const groups = groupStakes([first, other, laterThatDay], dayOf);
  expect(groups.map((group) => group.map(({ Id }) => Id))).toEqual([['first', 'later'], ['other']]);
});

test.each([
  { Start: '2026-03-03T00:10:00.000Z' },
  { Days: 30 },
  { Rate: 20 },
  { CancelFee: 10 },
  { TaxRate: 15 },
  { Amount: 301 },
  { Status: 'canceled' as const },
])('[S5] stakes that differ in %o stay apart', (different) => {
  expect(groupStakes([first, stakeOf({ Id: 'b', ...different })], dayOf)).toHaveLength(2);
});

test('[L7] a group shows the sum of what its stakes show, to the cent', () => {
  // 25.00 and 24.99, not the 49.999999 that both make exactly.
  expect(totalsOf([first, laterThatDay])).toEqual({ profit: 49.99, back: 750, progress: 33.2 });
});
