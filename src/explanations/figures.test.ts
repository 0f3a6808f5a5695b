import { describe, expect, test } from 'vitest';
import { toJsonNumber } from '#money/money.ts';
import type { Accrual, ExplainedPosting } from './contract.ts';
import {
  accruingSources,
  type FigureName,
  figureNames,
  figureRules,
  isFigure,
  isPosition,
  isTraded,
} from './figures.ts';
import { countPosting, recountFigure, recountPosition } from './recount.ts';

const [start, end] = ['2026-03-02T12:00:00.000Z', '2026-04-01T12:00:00.000Z'];
const halfway = new Date('2026-03-17T12:00:00.000Z');

function posting(Kind: string, From: string, To: string, Amount: number): ExplainedPosting {
  return { Id: '1', Date: start, Kind, From, To, Amount, Reference: null };
}

/** Everything that ever happened to a customer's money. */
const life = [
  posting('deposit_settled', 'brokerage', 'balance', 5000),
  posting('stake_opened', 'balance', 'invested', 300),
  posting('stake_opened', 'treasury', 'promised', 75),
  posting('stake_matured', 'invested', 'balance', 300),
  posting('stake_matured', 'promised', 'balance', 75),
  posting('stake_opened', 'balance', 'invested', 100),
  posting('stake_opened', 'treasury', 'promised', 10),
  posting('stake_canceled', 'invested', 'balance', 60),
  posting('stake_canceled', 'invested', 'fees', 40),
  posting('stake_canceled', 'promised', 'treasury', 10),
  posting('stake_opened', 'balance', 'invested', 500),
  posting('primevault_opened', 'balance', 'invested', 100),
  posting('primevault_opened', 'treasury', 'promised', 30),
  posting('primevault_matured', 'invested', 'balance', 100),
  posting('primevault_matured', 'promised', 'balance', 30),
  posting('primevault_opened', 'balance', 'invested', 250),
  posting('copytrade_opened', 'balance', 'invested', 1000),
  posting('copytrade_matured', 'invested', 'balance', 1000),
  posting('copytrade_matured', 'trading', 'balance', 33),
  posting('copytrade_opened', 'balance', 'invested', 200),
  posting('copytrade_matured', 'invested', 'balance', 190),
  posting('copytrade_matured', 'invested', 'trading', 10),
  posting('copytrade_opened', 'balance', 'invested', 400),
  posting('primezord_subscribed', 'balance', 'fees', 50),
  posting('primezord_deposited', 'balance', 'zord', 700),
  posting('primezord_opened', 'zord', 'invested', 150),
  posting('primezord_matured', 'invested', 'zord', 146),
  posting('primezord_matured', 'invested', 'trading', 4),
  posting('primezord_opened', 'zord', 'invested', 100),
  posting('primezord_matured', 'invested', 'zord', 100),
  posting('primezord_matured', 'trading', 'zord', 7),
  posting('primezord_opened', 'zord', 'invested', 250),
  posting('primezord_withdrawn', 'zord', 'balance', 20),
  posting('network_bonus', 'treasury', 'balance', 5),
  posting('network_residual', 'treasury', 'balance', 2),
  posting('withdrawal_held', 'balance', 'held', 80),
  posting('withdrawal_settled', 'held', 'brokerage', 78.4),
  posting('withdrawal_settled', 'held', 'fees', 1.6),
  posting('withdrawal_held', 'balance', 'held', 30),
];

/** Open at halfway: 500 in a stake for 50, 250 in the vault for 75, two traded positions, two awards owed. */
const accruals: Record<Accrual['Source'], Partial<Accrual>> = {
  stake: { Amount: 500, Promised: 50 },
  vault: { Amount: 250, Promised: 75 },
  copytrade: { Amount: 400, Percentage: 4 },
  primezord: { Amount: 250, Percentage: -2 },
  bonus: { Amount: 100, Percentage: 5 },
  residual: { Amount: 100, Percentage: 1 },
};

function evidenceOf(leaf: FigureName): { postings: ExplainedPosting[]; accruals: Accrual[] } {
  const rule = figureRules[leaf];
  if (!('accruals' in rule)) return { postings: life, accruals: [] };
  const row = { Id: '1', Reference: '', Start: start, End: end, Amount: 0, Promised: 0, Percentage: 0 };
  return { postings: [], accruals: [{ ...row, Source: rule.accruals, ...accruals[rule.accruals] }] };
}

test('[D1] every figure of one customer’s life adds up from its postings', () => {
  const figures = figureNames.map((name) => [name, toJsonNumber(recountFigure(name, evidenceOf, halfway))]);
  expect(Object.fromEntries(figures)).toEqual({
    balance: 3105,
    held: 30,
    earnings: 217.5,
    earned: 138,
    wealth: 5011.5,
    result: 119.9,
    brought: 5000,
    'taken-out': 108.4,
    withdrawn: 78.4,
    fees: 41.6,
    subscription: 50,
    taxes: 0,
    'in-stake': 500,
    'in-copytrade': 400,
    'in-vault': 250,
    zord: 683,
    'zord-available': 433,
    'zord-blocked': 250,
    'stake-earnings': 100,
    'stake-earned': 75,
    'stake-accrued': 25,
    'stake-wealth': 525,
    'copytrade-earnings': 39,
    'copytrade-earned': 23,
    'copytrade-accrued': 16,
    'copytrade-wealth': 416,
    'vault-earnings': 67.5,
    'vault-earned': 30,
    'vault-accrued': 37.5,
    'vault-wealth': 287.5,
    'primezord-earnings': -2,
    'primezord-earned': 3,
    'primezord-accrued': -5,
    'primezord-wealth': 678,
    bonus: 10,
    'bonus-earned': 5,
    'bonus-owed': 5,
    residual: 3,
    'residual-earned': 2,
    'residual-owed': 1,
    'network-earned': 7,
  });
});

test('[D1] only the names of figures and positions are recognised as such', () => {
  expect(figureNames.every((name) => isFigure(name))).toBe(true);
  for (const name of ['', 'stake', 'toString', 'Balance']) expect(isFigure(name)).toBe(false);
  const positions = ['stake', 'copytrade', 'vault', 'primezord', 'award'] as const;
  expect(positions.every((name) => isPosition(name))).toBe(true);
  for (const name of ['', 'balance', 'stakes']) expect(isPosition(name)).toBe(false);
  expect(positions.filter((name) => isTraded(name))).toEqual(['copytrade', 'primezord']);
  expect(accruingSources.every((source) => source in accruals)).toBe(true);
});

test('[D1] a figure made of others, or of what is not paid yet, counts no posting itself', () => {
  for (const moved of life) {
    for (const name of ['wealth', 'earned', 'stake-accrued'] as const) expect(countPosting(name, moved)).toBe(0n);
  }
});

describe('[D1] a single position, by the ledger and by its terms', () => {
  const terms = { Amount: 400, Rate: 30, Start: start, End: end };
  const none = { postings: [], operations: [] };
  const operations = [3, -1.5].map((Payout) => ({
    Id: '',
    Opened: start,
    Date: start,
    Asset: '',
    Pair: '',
    Payout,
    Source: 'operator' as const,
  }));
  const counts = (
    name: Parameters<typeof recountPosition>[0],
    evidence: Partial<Parameters<typeof recountPosition>[2]>,
    of: Parameters<typeof recountPosition>[1] = terms,
  ) => {
    const { capital, promised, payouts, isOver, counted, agreed } = recountPosition(
      name,
      of,
      { ...none, ...evidence },
      halfway,
    );
    return [capital, promised, payouts, counted, agreed].map(toJsonNumber).concat(Number(isOver));
  };
  const opened = posting('copytrade_opened', 'balance', 'invested', 400);

  test('a running licence stands at its operations, a finished one at what it was paid', () => {
    expect(counts('copytrade', { postings: [opened], operations })).toEqual([400, 0, 1.5, 6, 6, 0]);
    const won = [
      opened,
      posting('copytrade_matured', 'invested', 'balance', 400),
      posting('copytrade_matured', 'trading', 'balance', 6),
    ];
    expect(counts('copytrade', { postings: won, operations })).toEqual([400, 0, 1.5, 6, 6, 1]);
    const short = [...won.slice(0, 2), posting('copytrade_matured', 'trading', 'balance', 5)];
    expect(counts('copytrade', { postings: short, operations })).toEqual([400, 0, 1.5, 5, 6, 1]);
    const lost = [opened, posting('copytrade_matured', 'invested', 'trading', 6)];
    expect(counts('copytrade', { postings: lost })).toEqual([400, 0, 0, -6, 0, 1]);
  });

  test('the amount invested is the ledger’s, whatever the terms say', () => {
    const less = posting('copytrade_opened', 'balance', 'invested', 300);
    expect(counts('copytrade', { postings: [less], operations })).toEqual([300, 0, 1.5, 4.5, 4.5, 0]);
  });

  test('a bot investment likewise, with its profit going to the wallet', () => {
    const invested = posting('primezord_opened', 'zord', 'invested', 400);
    expect(counts('primezord', { postings: [invested], operations })).toEqual([400, 0, 1.5, 6, 6, 0]);
    const finished = [
      invested,
      posting('primezord_matured', 'invested', 'zord', 400),
      posting('primezord_matured', 'trading', 'zord', 6),
    ];
    expect(counts('primezord', { postings: finished, operations })).toEqual([400, 0, 1.5, 6, 6, 1]);
  });

  test('the vault accrues the profit set aside for it, and is paid it', () => {
    const postings = [
      posting('primevault_opened', 'balance', 'invested', 400),
      posting('primevault_opened', 'treasury', 'promised', 120),
    ];
    expect(counts('vault', { postings })).toEqual([400, 120, 0, 60, 60, 0]);
    const matured = [
      ...postings,
      posting('primevault_matured', 'invested', 'balance', 400),
      posting('primevault_matured', 'promised', 'balance', 120),
    ];
    expect(counts('vault', { postings: matured })).toEqual([400, 120, 0, 120, 120, 1]);
  });

  test.each(['network_bonus', 'network_residual'])(
    'an award (%s) is a share of somebody else’s figure, paid by the treasury',
    (kind) => {
      const award = { ...terms, Rate: 5 };
      expect(counts('award', {}, award)).toEqual([400, 0, 0, 20, 20, 0]);
      expect(counts('award', { postings: [posting(kind, 'treasury', 'balance', 20)] }, award)).toEqual([
        400, 0, 0, 20, 20, 1,
      ]);
    },
  );
});
