import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { knownKinds } from './kinds.ts';
import { changeOfBalance, isReversible, type PostedJournal, reversals, reversingJournal } from './reversals.ts';

const ana = '3f2504e0-4f89-41d3-9a0c-0305e82c33a1';
const reference = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';

test('[R6] transfers, awards and withheld taxes can be reversed, each by a kind of its own; a position cannot', () => {
  expect(reversals).toEqual({
    deposit_settled: 'reversed_deposit',
    withdrawal_settled: 'reversed_withdrawal',
    network_bonus: 'reversed_bonus',
    network_residual: 'reversed_residual',
    stake_withheld: 'reversed_withholding',
    primevault_withheld: 'reversed_withholding',
  });
  expect(knownKinds).toEqual(expect.arrayContaining([...Object.keys(reversals), ...Object.values(reversals)]));
  expect(['deposit_settled', 'stake_opened', 'reversed_deposit', 'toString'].map(isReversible)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('[R6] a reversal inverts every leg, under a key that names what it reverses', () => {
  const posted = {
    key: 'deposit:1',
    kind: 'deposit_settled',
    owner: ana,
    reference,
    entries: [
      { from: 'brokerage', to: 'balance', amount: usd('100') },
      { from: 'balance', to: 'fees', amount: usd('2') },
    ],
  } as const satisfies PostedJournal;
  const reversing = reversingJournal(posted);
  expect(reversing).toEqual({
    key: 'reversed:deposit:1',
    kind: 'reversed_deposit',
    owner: ana,
    reference,
    entries: [
      { from: 'balance', to: 'brokerage', amount: usd('100') },
      { from: 'fees', to: 'balance', amount: usd('2') },
    ],
  });
  expect([changeOfBalance(posted), changeOfBalance(reversing)]).toEqual([usd('98'), usd('-98')]);
});

test('[R6] reversing a payment of held money returns it to the balance, not held', () => {
  const settled = {
    key: 'withdrawal:1:settled',
    kind: 'withdrawal_settled',
    owner: ana,
    reference,
    entries: [{ from: 'held', to: 'brokerage', amount: usd('50') }],
  } as const satisfies PostedJournal;
  const reversing = reversingJournal(settled);
  expect(reversing.entries).toEqual([{ from: 'brokerage', to: 'balance', amount: usd('50') }]);
  expect([changeOfBalance(settled), changeOfBalance(reversing)]).toEqual([0n, usd('50')]);
});
