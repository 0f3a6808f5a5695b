import { expect } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import type { EquityPoint, HomeReport } from '#dashboard/contract.ts';
import type { StatementLine } from '#history/contract.ts';
import { shownAmountOf } from '#history/shown-line.ts';
import { usd } from '#money/money.ts';
import { shownSum } from '#money/shown.ts';
import type { Award } from '#network/contract.ts';
import type { Maturity, MaturityMonth } from '#maturities/contract.ts';
import type { Explanation } from '../../contract.ts';
import { type FigureName, figureNames, lessOf, partsOf } from '../../figures.ts';

interface Position {
  Amount: number;
  Profit: number;
  Status: string;
}

/**
 * Rechecks, to the cent, everything an investor's screens show: rows against totals, parts against figures, one screen against another. All
 * at one instant, with nothing happening in between.
 */
export async function requireShown(who: TestInvestor): Promise<void> {
  const of = await readShown(who);
  requireParts(of);
  await requireRows(who, of);
  await requireDashboard(who, of);
  await requireMonths(who);
  await requireStatement(who, of.balance);
}

type Shown = Record<FigureName, number>;

async function readShown(who: TestInvestor): Promise<Shown> {
  const shown: Partial<Shown> = {};
  for (const name of figureNames) {
    shown[name] = (await who.get(`/api/explanations/${who.id}/${name}`)).json<Explanation>().Shown;
  }
  return shown as Shown;
}

function requireParts(of: Shown): void {
  for (const name of figureNames) {
    const parts = [...partsOf(name).map((part) => of[part]), ...lessOf(name).map((part) => -of[part])];
    if (parts.length > 0) expect([name, of[name]]).toEqual([name, shownSum(...parts)]);
  }
}

/** Compares the shown rows of each list with the figure that they add up to. */
async function requireRows(who: TestInvestor, of: Shown): Promise<void> {
  const lists = [
    ['stake', '/api/stakes'],
    ['copytrade', '/api/copytrade'],
    ['vault', '/api/vault/investments'],
    ['primezord', '/api/bot/investments'],
  ] as const;
  for (const [product, list] of lists) {
    const rows = await readList<Position>(who, list);
    const running = rows.filter(({ Status }) => Status === 'in_progress' || Status === 'active');
    const profits = (some: Position[]) => shownSum(...some.map(({ Profit }) => Profit));
    expect([product, profits(rows)]).toEqual([product, of[`${product}-earnings`]]);
    expect([product, profits(running)]).toEqual([product, of[`${product}-accrued`]]);
    const worth = shownSum(...running.flatMap(({ Amount, Profit }) => [Amount, Profit]));
    const free = product === 'primezord' ? of['zord-available'] : 0;
    expect([product, shownSum(worth, free)]).toEqual([product, of[`${product}-wealth`]]);
  }
  for (const [award, list] of [
    ['bonus', '/report/2'],
    ['residual', '/report/4'],
  ] as const) {
    // A bonus whose position is still running is in the list but not yet in any figure.
    const rows = (await readList<Award>(who, list)).filter(({ Notes }) => !Notes.includes('pendente'));
    expect([award, shownSum(...rows.map(({ Value }) => Value))]).toEqual([award, of[award]]);
  }
}

async function requireDashboard(who: TestInvestor, of: Shown): Promise<void> {
  const points = (await who.get('/api/equity')).json<EquityPoint[]>();
  for (const { Date, Shown } of points) {
    const { Total, Balance, Stake, Copytrade, Vault, Primezord } = Shown;
    expect([Date, Total]).toEqual([Date, shownSum(Balance, Stake, Copytrade, Vault, Primezord)]);
  }
  expect(points[0]?.Shown).toEqual({
    Total: of.wealth,
    Balance: of.balance,
    Stake: of['stake-wealth'],
    Copytrade: of['copytrade-wealth'],
    Vault: of['vault-wealth'],
    Primezord: of['primezord-wealth'],
  });
  expect((await who.get('/api/homereport')).json<HomeReport>().Shown).toEqual({
    Amount: of['in-stake'],
    Profit: of['stake-earnings'],
    Amountcopy: of['in-copytrade'],
    Profitcopy: of['copytrade-earnings'],
    TotalEarnings: of.earnings,
    TotalEarned: of.earned,
  });
  const wallet = (await who.get('/api/bot/wallet')).json<Record<'Available' | 'Blocked', number>>();
  expect(shownSum(wallet.Available, wallet.Blocked)).toBe(of.zord);
  expect(shownSum(await who.balance())).toBe(of.balance);
}

async function requireMonths(who: TestInvestor): Promise<void> {
  const months = (await who.get('/api/maturities/months')).json<MaturityMonth[]>().map(({ Shown }) => Shown);
  const rows = await readList<Maturity>(who, '/api/maturities');
  for (const { Amount, Promised, Result, Stake, Copytrade, Vault, Primezord } of months) {
    expect(shownSum(Amount, Promised, Result)).toBe(shownSum(Stake, Copytrade, Vault, Primezord));
  }
  for (const [part, product] of [
    ['Stake', 'stake'],
    ['Vault', 'vault'],
    ['Copytrade', 'copytrade'],
    ['Primezord', 'primezord'],
  ] as const) {
    const back = rows.filter(({ Product }) => Product === product).flatMap(({ Amount, Profit }) => [Amount, Profit]);
    expect([part, shownSum(...months.map((month) => month[part]))]).toEqual([part, shownSum(...back)]);
  }
}

/** From zero to the balance: each line leads from the balance shown before it to the one shown after it. */
async function requireStatement(who: TestInvestor, balance: number): Promise<void> {
  let shown = 0;
  for (const line of (await readList<StatementLine>(who, '/api/statement')).toReversed()) {
    shown = shownSum(shown, shownAmountOf(line));
    expect([line.Kind, shown]).toEqual([line.Kind, shownSum(line.Balance)]);
  }
  expect(shown).toBe(balance);
  await requireFile(who);
}

/** The file is exact: each value leads from one balance to the next, to the micro-dollar. */
async function requireFile(who: TestInvestor): Promise<void> {
  const file = await who.get('/api/statement.csv?decimal=point');
  const lines = file.body.trim().split('\r\n').slice(1).toReversed();
  let exact = 0n;
  for (const line of lines) {
    const [value = '', balance = ''] = line.split(',').slice(-2);
    exact += usd(value);
    expect([line, exact]).toEqual([line, usd(balance)]);
  }
  expect(lines.length).toBeGreaterThan(0);
}

async function readList<Row>(who: TestInvestor, path: string): Promise<Row[]> {
  const answer = await who.get(`${path}?limit=500`);
  expect([path, answer.statusCode, answer.headers.link]).toEqual([path, 200, undefined]);
  return answer.json<Row[]>();
}
