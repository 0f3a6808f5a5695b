import { type Micros, micros, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import { byReport, type Product } from '#positions/registry.ts';
import type { HomeReport } from '../contract.ts';
import { reportSql } from './report-sql.ts';

/** Sources of earnings: a product's positions, and the network's awards. */
export type Source = Product | 'bonus' | 'residual';

/**
 * Amounts running, profit paid out, and profit earned but not yet paid. Losses of copies and of the bot's investments count as negative.
 */
export type ReportSum = 'amount' | 'earned' | 'accrued';

/** Per source, the totals of what is running or owed, or of what has ended or was paid. Micro-dollars, each with its shown sum. */
interface ReportRow {
  source: Source;
  is_running: boolean;
  positions: number;
  amount: bigint;
  amount_shown: bigint;
  profit: bigint;
  profit_shown: bigint;
}

/** At most two rows per source; sources without any are left out. */
export type Report = readonly ReportRow[];

/**
 * The dashboard's figures in one round trip. Total earnings: everything earned to date over all products, including the current value of
 * running positions. Total earned: the part already paid out, to the balance or the bot's wallet (D1). Losses of copies and of the bot's
 * investments reduce both. Network awards count too: one still owed only in total earnings, a bonus waiting for its position to end in
 * neither.
 */
export async function readHomeReport(sql: Sql, { investor }: { investor: Investor }): Promise<HomeReport> {
  const totals = addUp(await readReport(sql, investor));
  return {
    ...byReport(['running', 'ended'], (product, which) => totals.of.get(product)?.[which] ?? 0),
    ...amountsOf(totals, 'exact'),
    Shown: amountsOf(totals, 'shown'),
  };
}

export function readReport(sql: Sql, investor: Pick<Investor, 'id' | 'now'>): Promise<Report> {
  return sql.query<ReportRow>(reportSql, [investor.id, investor.now]);
}

/** A figure to the micro-dollar, and as shown. */
export interface Figure {
  exact: Micros;
  shown: Micros;
}

/** The totals of one source, or of all; numbers of positions, and sums in micro-dollars. */
type Sums = Record<'running' | 'ended', number> & Record<ReportSum, Record<keyof Figure, bigint>>;

interface Totals {
  all: Sums;
  of: Map<Source, Sums>;
}

function noSums(): Sums {
  const none = (): Sums[ReportSum] => ({ exact: 0n, shown: 0n });
  return { running: 0, ended: 0, amount: none(), earned: none(), accrued: none() };
}

/** Reads each row once: a customer has few rows, and many figures are made of them. */
function addUp(report: Report): Totals {
  const totals: Totals = { all: noSums(), of: new Map() };
  for (const row of report) {
    const own = totals.of.get(row.source) ?? noSums();
    totals.of.set(row.source, own);
    for (const sums of [own, totals.all]) {
      sums[row.is_running ? 'running' : 'ended'] += row.positions;
      const profit = sums[row.is_running ? 'accrued' : 'earned'];
      profit.exact += row.profit;
      profit.shown += row.profit_shown;
      if (!row.is_running) continue;
      sums.amount.exact += row.amount;
      sums.amount.shown += row.amount_shown;
    }
  }
  return totals;
}

/** Adds up these sums, for one source or for all. */
export function sumOf(report: Report, names: readonly ReportSum[], source?: Source): Figure {
  const { all, of } = addUp(report);
  const sums = source === undefined ? all : (of.get(source) ?? noSums());
  const sum = (which: keyof Figure): Micros => micros(names.reduce((total, name) => total + sums[name][which], 0n));
  return { exact: sum('exact'), shown: sum('shown') };
}

function amountsOf({ all, of }: Totals, which: keyof Figure): HomeReport['Shown'] {
  const whole = (sum: bigint): number => toJsonNumber(micros(sum));
  return {
    ...byReport(['amount', 'profit'], (product, told) => {
      const sums = of.get(product);
      if (!sums) return 0;
      return whole(told === 'amount' ? sums.amount[which] : sums.earned[which] + sums.accrued[which]);
    }),
    TotalEarnings: whole(all.earned[which] + all.accrued[which]),
    TotalEarned: whole(all.earned[which]),
  };
}
