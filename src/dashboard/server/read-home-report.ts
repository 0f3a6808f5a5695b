import { type Micros, micros, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
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
  const report = await readReport(sql, investor);
  return {
    ...byReport(['running', 'ended'], (product, which) => countOf(report, product, which)),
    ...amountsOf(report, 'exact'),
    Shown: amountsOf(report, 'shown'),
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

/** Adds up these sums, for one source or for all. */
export function sumOf(report: Report, names: readonly ReportSum[], source?: Source): Figure {
  let [exact, shown] = [0n, 0n];
  for (const row of report) {
    if (source !== undefined && row.source !== source) continue;
    for (const name of names) {
      if (row.is_running === (name === 'earned')) continue;
      exact += name === 'amount' ? row.amount : row.profit;
      shown += name === 'amount' ? row.amount_shown : row.profit_shown;
    }
  }
  return { exact: micros(exact), shown: micros(shown) };
}

function countOf(report: Report, source: Source, which: 'running' | 'ended'): number {
  const isRunning = which === 'running';
  return report.find((row) => row.source === source && row.is_running === isRunning)?.positions ?? 0;
}

/** The sums that make up each of a product's figures in the home report. */
const sumsOf = { amount: ['amount'], profit: ['earned', 'accrued'] } as const;

function amountsOf(report: Report, which: keyof Figure): HomeReport['Shown'] {
  const amount = (names: readonly ReportSum[], source?: Source): number =>
    toJsonNumber(sumOf(report, names, source)[which]);
  return {
    ...byReport(['amount', 'profit'], (product, told) => amount(sumsOf[told], product)),
    TotalEarnings: amount(['earned', 'accrued']),
    TotalEarned: amount(['earned']),
  };
}
