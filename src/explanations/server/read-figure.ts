import type { ShownEquity } from '#dashboard/contract.ts';
import { readToday } from '#dashboard/server/read-equity.ts';
import { type Figure, readReport, type ReportSum, type Source, sumOf } from '#dashboard/server/read-home-report.ts';
import { type OutcomeParts, readOutcome, readOutcomeParts } from '#dashboard/server/read-outcome.ts';
import { fromJsonNumber, sum } from '#money/money.ts';
import { shownTotal, wholeCents } from '#money/shown.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import { partName, type Product, products, walletProduct, type WireName, wireName } from '#positions/registry.ts';
import { readBotWallet } from '#primezord/server/read-bot-wallet.ts';
import { readUser } from '#profile/server/read-user.ts';
import { readMoneyUnderWay } from '#wallet/server/read-money-under-way.ts';
import type { FigureName } from '../figures.ts';

type Reader = (sql: Sql, investor: Investor) => Promise<Figure>;

/** Returns a figure's current value by the same query as its screen. */
export function readFigure(sql: Sql, investor: Investor, figure: FigureName): Promise<Figure> {
  return readers[figure](sql, investor);
}

function ofReport(names: readonly ReportSum[], source?: Source): Reader {
  return async (sql, investor) => sumOf(await readReport(sql, investor), names, source);
}

function ofToday(part: keyof ShownEquity): Reader {
  return async (sql, investor) => {
    const today = await readToday(sql, investor);
    return { exact: fromJsonNumber(today[part]), shown: fromJsonNumber(today.Shown[part]) };
  };
}

function ofOutcome(...names: (keyof OutcomeParts)[]): Reader {
  return async (sql, investor) => {
    const parts = await readOutcomeParts(sql, investor);
    return {
      exact: sum(names.map((name) => parts[name].exact)),
      shown: sum(names.map((name) => parts[name].shown)),
    };
  };
}

/** The contents of an account, or of accounts that are shown separately. */
function inAccounts(exact: number, ...accounts: number[]): Figure {
  return { exact: fromJsonNumber(exact), shown: shownTotal(accounts.map(fromJsonNumber)) };
}

function inAccount(exact: number): Figure {
  return { exact: fromJsonNumber(exact), shown: wholeCents(fromJsonNumber(exact)) };
}

function ofWallet(pick: 'Available' | 'Blocked'): Reader {
  return async (sql, investor) => inAccount((await readBotWallet(sql, investor.id, 0))[pick]);
}

type ProductFigure = Extract<FigureName, `in-${string}` | `${WireName}-${string}`>;

function readersOf(product: Product): Partial<Record<ProductFigure, Reader>> {
  const name = wireName(product);
  return {
    ...(product !== walletProduct && { [`in-${name}`]: ofReport(['amount'], product) }),
    [`${name}-earnings`]: ofReport(['earned', 'accrued'], product),
    [`${name}-earned`]: ofReport(['earned'], product),
    [`${name}-accrued`]: ofReport(['accrued'], product),
    [`${name}-wealth`]: ofToday(partName(product)),
  };
}

const readers = {
  balance: async (sql, investor) => inAccount((await readUser(sql, { investor })).Balance),
  held: async (sql, investor) => inAccount((await readMoneyUnderWay(sql, investor.id)).Leaving),
  earnings: ofReport(['earned', 'accrued']),
  earned: ofReport(['earned']),
  wealth: ofToday('Total'),
  result: async (sql, investor) => {
    const { Result, Shown } = await readOutcome(sql, { investor });
    return { exact: fromJsonNumber(Result), shown: fromJsonNumber(Shown.Result) };
  },
  brought: ofOutcome('brought'),
  'taken-out': ofOutcome('withdrawn', 'held'),
  withdrawn: ofOutcome('withdrawn'),
  fees: ofOutcome('fees'),
  subscription: ofOutcome('subscription'),
  taxes: ofOutcome('taxes'),
  zord: async (sql, investor) => {
    const { Balance, Available, Blocked } = await readBotWallet(sql, investor.id, 0);
    return inAccounts(Balance, Available, Blocked);
  },
  'zord-available': ofWallet('Available'),
  'zord-blocked': ofWallet('Blocked'),
  ...(Object.assign({}, ...products.map(readersOf)) as Record<ProductFigure, Reader>),
  bonus: ofReport(['earned', 'accrued'], 'bonus'),
  'bonus-earned': ofReport(['earned'], 'bonus'),
  'bonus-owed': ofReport(['accrued'], 'bonus'),
  residual: ofReport(['earned', 'accrued'], 'residual'),
  'residual-earned': ofReport(['earned'], 'residual'),
  'residual-owed': ofReport(['accrued'], 'residual'),
  'network-earned': async (sql, investor) => {
    const report = await readReport(sql, investor);
    const [bonus, residual] = [sumOf(report, ['earned'], 'bonus'), sumOf(report, ['earned'], 'residual')];
    return { exact: sum([bonus.exact, residual.exact]), shown: sum([bonus.shown, residual.shown]) };
  },
} satisfies Record<FigureName, Reader>;
