import { describe, expect, test } from 'vitest';
import { payoutResult } from '#money/accrual.ts';
import { percent, usd, zero } from '#money/money.ts';
import type { ExplainedPosting, PositionTerms } from './contract.ts';
import { figureNames, leavesOf, partsOf } from './figures.ts';
import { countAccrual, countPosting, recountFigure, recountPosition, recountShown } from './recount.ts';

function posting(Kind: string, From: string, To: string, Amount: number): ExplainedPosting {
  return { Id: '1', Date: '2026-03-02T12:00:00.000Z', Kind, From, To, Amount, Reference: null };
}

describe('[D1] how a posting changes a figure', () => {
  test.each([
    ['balance', posting('deposit_settled', 'brokerage', 'balance', 5), '5'],
    ['balance', posting('stake_opened', 'balance', 'invested', 5), '-5'],
    ['balance', posting('stake_opened', 'treasury', 'promised', 5), '0'],
    ['stake-earned', posting('stake_matured', 'promised', 'balance', 5), '5'],
    ['stake-earned', posting('primevault_matured', 'promised', 'balance', 5), '0'],
    ['stake-earned', posting('stake_canceled', 'promised', 'treasury', 5), '0'],
    ['copytrade-earned', posting('copytrade_matured', 'trading', 'balance', 5), '5'],
    ['copytrade-earned', posting('copytrade_matured', 'invested', 'trading', 5), '-5'],
    ['copytrade-earned', posting('copytrade_matured', 'invested', 'balance', 5), '0'],
    ['bonus-earned', posting('network_residual', 'treasury', 'balance', 5), '0'],
    ['bonus-earned', posting('reversed_bonus', 'balance', 'treasury', 5), '-5'],
    ['residual-earned', posting('reversed_bonus', 'balance', 'treasury', 5), '0'],
    ['earnings', posting('stake_matured', 'promised', 'balance', 5), '0'],
  ] as const)('%s, by %o: %s', (figure, moved, change) => {
    expect(countPosting(figure, moved)).toBe(usd(change));
  });
});

test('[D1] [W2] a reversed award leaves nothing of what was shown of it, to the cent', () => {
  const postings = [
    posting('network_residual', 'treasury', 'balance', 0.019999),
    posting('reversed_residual', 'balance', 'treasury', 0.019999),
  ];
  const of = () => ({ postings, accruals: [] });
  const at = new Date('2026-03-02T12:00:00.000Z');
  expect([recountFigure('residual-earned', of, at), recountShown('residual-earned', of, at)]).toEqual([zero, zero]);
});

test('[D1] every figure breaks down into figures with records of their own, and never into itself', () => {
  for (const figure of figureNames) {
    const leaves = leavesOf(figure);
    expect(leaves.length, figure).toBeGreaterThan(0);
    expect(new Set(leaves).size, figure).toBe(leaves.length);
    for (const leaf of leaves) expect(partsOf(leaf)).toEqual([]);
  }
});

test.each([
  ['500', '3.25', '16.25'],
  ['500', '-4', '-20'],
  ['0.000003', '50', '0.000001'],
  ['0.000003', '-50', '-0.000001'],
  ['100', '-150', '-100'],
])(
  '[C3] %s at payouts of %s yields %s: rounded towards zero, never more than a total loss',
  (amount, payouts, result) => {
    expect(payoutResult(usd(amount), percent(payouts))).toBe(usd(result));
  },
);

test('[S7] [W2] what is not paid yet is computed from time, from operations, or from a percentage', () => {
  const [Start, End] = ['2026-03-02T12:00:00.000Z', '2026-04-01T12:00:00.000Z'];
  const row = { Id: '1', Reference: '', Start, End, Amount: 300, Promised: 30, Percentage: 5 };
  const half = new Date('2026-03-17T12:00:00.000Z');
  expect(countAccrual({ ...row, Source: 'stake' }, half)).toBe(usd('15'));
  expect(countAccrual({ ...row, Source: 'vault' }, new Date(End))).toBe(usd('30'));
  expect(countAccrual({ ...row, Source: 'primezord' }, half)).toBe(usd('15'));
  for (const Source of ['primezord', 'copytrade'] as const) {
    expect(countAccrual({ ...row, Source, Percentage: -150 }, half)).toBe(usd('-300'));
  }
  expect(countAccrual({ ...row, Source: 'bonus', Amount: 0.000_039 }, half)).toBe(usd('0.000001'));
  expect(countAccrual({ ...row, Source: 'bonus', Cut: 12.5 }, half)).toBe(usd('2.5'));
});

test.each([
  [0, '15'],
  [8, '7'],
  [15, '0'],
])('[W2] of a bonus of 15 cut by %s, %s is left, paid or not', (Cut, left) => {
  const at = '2026-03-02T12:00:00.000Z';
  const terms: PositionTerms = { Amount: 300, Rate: 5, Start: at, End: at, Cut };
  const paid = left === '0' ? [] : [posting('network_bonus', 'treasury', 'balance', Number(left))];
  for (const postings of [[], paid]) {
    expect(recountPosition('award', terms, { postings, operations: [] }, new Date(at))).toMatchObject({
      agreed: usd(left),
      counted: usd(left),
    });
  }
});

describe('[S7] a stake, by the ledger and by its terms', () => {
  const terms: PositionTerms = {
    Amount: 300,
    Rate: 25,
    Start: '2026-03-02T12:00:00.000Z',
    End: '2026-05-01T12:00:00.000Z',
  };
  const opened = [
    posting('stake_opened', 'balance', 'invested', 300),
    posting('stake_opened', 'treasury', 'promised', 50),
    posting('stake_opened', 'treasury', 'promised', 25),
  ];
  const at = new Date('2026-03-17T12:00:00.000Z');
  const recounted = (more: ExplainedPosting[], of = terms) =>
    recountPosition('stake', of, { postings: [...opened, ...more], operations: [] }, at);

  test('while it runs both accrue', () => {
    expect(recounted([])).toMatchObject({ counted: usd('18.75'), agreed: usd('18.75'), isOver: false });
  });

  test('what it was paid is no less when viewed before its end', () => {
    const paid = [posting('stake_matured', 'promised', 'balance', 75)];
    expect(recounted(paid)).toMatchObject({ counted: usd('75'), agreed: usd('75'), isOver: true });
  });

  test('a withheld tax is reported beside it, less what was returned, and does not change it', () => {
    const paid = posting('stake_matured', 'promised', 'balance', 75);
    const withheld = posting('stake_withheld', 'balance', 'taxes', 13.125);
    expect(recounted([paid, withheld])).toMatchObject({
      counted: usd('75'),
      agreed: usd('75'),
      withheld: usd('13.125'),
    });
    const back = posting('reversed_withholding', 'taxes', 'balance', 13.125);
    expect(recounted([paid, withheld, back])).toMatchObject({ counted: usd('75'), withheld: zero });
  });

  test('once cancelled it has none', () => {
    const left = [
      posting('stake_canceled', 'invested', 'balance', 180),
      posting('stake_canceled', 'invested', 'fees', 120),
    ];
    expect(recounted(left)).toMatchObject({ counted: zero, agreed: zero, isOver: true });
  });

  test('terms other than those it was opened on are exposed', () => {
    const { counted, agreed } = recounted([], { ...terms, Rate: 26 });
    expect([counted, agreed]).toEqual([usd('18.75'), usd('19.5')]);
  });
});
