import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customerAccounts } from '#ledger/journal.ts';
import { type Micros, micros, sum, usd, zero } from '#money/money.ts';
import { shownChange, wholeCents } from '#money/shown.ts';
import {
  accountsOfYear,
  awardsOfYear,
  type EntryGroup,
  feesOfYear,
  type Holdings,
  lineOf,
  productsOfYear,
  taxesOfYear,
  together,
} from './year-figures.ts';

const nothing: Holdings = { balance: zero, held: zero, invested: zero, promised: zero, zord: zero };

const group = (kind: string, from: string, to: string, amount: string, more: Partial<EntryGroup> = {}): EntryGroup => ({
  kind,
  from: from as EntryGroup['from'],
  to: to as EntryGroup['to'],
  settled: null,
  entries: 1,
  first: '1-1',
  last: '1-1',
  amount: usd(amount),
  shownFrom: usd(amount),
  shownTo: usd(amount),
  ...more,
});

describe('a year’s figures', () => {
  test('[G6] a cancelled stake shows what came back, what it cost and no profit', () => {
    const groups = [
      group('stake_opened', 'balance', 'invested', '100'),
      group('stake_opened', 'treasury', 'promised', '25'),
      group('stake_canceled', 'invested', 'balance', '60', { first: '2-1', last: '2-1' }),
      group('stake_canceled', 'invested', 'fees', '40', { first: '2-2', last: '2-2' }),
      group('stake_canceled', 'promised', 'treasury', '25'),
    ];
    const [stake] = productsOfYear(groups);
    expect(stake).toMatchObject({
      product: 'stake',
      opened: { amount: usd('100') },
      cameBack: { amount: usd('60') },
      profit: null,
      loss: null,
      fee: { amount: usd('-40'), first: '2-2', hasReceipts: false },
      result: { amount: usd('-40') },
    });
    expect(feesOfYear(groups).map(({ kind, figure }) => [kind, figure.amount])).toEqual([
      ['stake_canceled', usd('-40')],
    ]);
    expect(
      accountsOfYear(groups, { ...nothing, balance: usd('100') }, { ...nothing, balance: usd('60') })[0]?.lines,
    ).toHaveLength(2);
  });

  test('[G6] lists withheld tax by its source, with reversals, and leaves the profit unchanged', () => {
    const groups = [
      group('stake_matured', 'promised', 'balance', '100'),
      group('stake_withheld', 'balance', 'taxes', '15', { first: '3-1', last: '7-1', entries: 3 }),
      group('reversed_withholding', 'taxes', 'balance', '4'),
    ];
    expect(productsOfYear(groups)[0]?.profit?.amount).toBe(usd('100'));
    expect(
      taxesOfYear(groups).map(({ kind, figure: { amount, entries, hasReceipts } }) => [
        kind,
        amount,
        entries,
        hasReceipts,
      ]),
    ).toEqual([
      ['stake_withheld', usd('-15'), 3, true],
      ['reversed_withholding', usd('4'), 1, true],
    ]);
    expect([taxesOfYear(groups.slice(0, 1)), feesOfYear(groups)]).toEqual([[], []]);
  });

  test('[G6] lists awards with those corrected afterwards', () => {
    const groups = [
      group('network_bonus', 'treasury', 'balance', '50'),
      group('network_residual', 'treasury', 'balance', '3'),
      group('reversed_bonus', 'balance', 'treasury', '20'),
    ];
    expect(awardsOfYear(groups).map(({ kind, figure }) => [kind, figure.amount])).toEqual([
      ['network_bonus', usd('50')],
      ['network_residual', usd('3')],
      ['reversed_bonus', usd('-20')],
    ]);
  });

  test('[G6] refuses entries that do not lead to what the account holds', () => {
    const groups = [group('network_residual', 'treasury', 'balance', '0.019999', { shownTo: usd('0.01') })];
    const year = (closing: string) => () => accountsOfYear(groups, nothing, { ...nothing, balance: usd(closing) });
    expect(year('0.019999')).not.toThrow();
    expect(year('0.02')).toThrow('balance');
    expect(year('0.019998')).toThrow('balance');
  });

  test('[G6] the first and the last of several are ordered by number and leg, not as text', () => {
    const places = ['10-1', '9-2', '9-1', '100-3'].map((id) =>
      lineOf(group('deposit_settled', 'brokerage', 'balance', '1', { first: id, last: id }), 'balance'),
    );
    expect(together(places)).toMatchObject({ first: '9-1', last: '100-3', entries: 4, amount: usd('4') });
    expect(together([null])).toBeNull();
  });

  test('[G6] [L7] exact and shown lines lead every account from its opening to its closing, whatever moves', () => {
    const move = fc.record({
      account: fc.constantFrom(...customerAccounts),
      other: fc.constantFrom('treasury', 'trading', 'fees', 'brokerage'),
      isIn: fc.boolean(),
      amount: fc.bigInt(1n, 5_000_000n),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), fc.bigInt(0n, 10_000_000n), (moves, start) => {
        const opening = Object.fromEntries(customerAccounts.map((each) => [each, micros(start)])) as Holdings;
        const now = { ...opening };
        const groups: EntryGroup[] = [];
        for (const { account, other, isIn, amount } of moves) {
          const change = micros(isIn ? amount : -amount);
          if (now[account] + change < 0n) continue;
          now[account] = micros(now[account] + change);
          const shown = shownChange(change, now[account]);
          groups.push({
            ...group('made_up', isIn ? other : account, isIn ? account : other, '0'),
            amount: micros(amount),
            shownFrom: isIn ? zero : micros(-shown),
            shownTo: isIn ? shown : zero,
          });
        }
        const accounts = accountsOfYear(groups, opening, now);
        const sides = accounts.reduce((count, { lines }) => count + lines.length, 0);
        expect(sides).toBe(groups.length);
        for (const { account, lines } of accounts) {
          expect(micros(opening[account] + sum(lines.map(({ amount }) => amount)))).toBe(now[account]);
          const shown: Micros = sum(lines.map((line) => line.shown));
          expect(micros(wholeCents(opening[account]) + shown)).toBe(wholeCents(now[account]));
        }
      }),
    );
  });
});
