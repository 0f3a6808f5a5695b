import { type Micros, micros, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { byReport, type Product } from '#positions/registry.ts';
import type { HomeReport } from '../contract.ts';
import { reportSql } from './report-sql.ts';

/** What earns: a product's positions, and the awards of the network. */
export type Source = Product | 'bonus' | 'residual';

/** What runs, what was paid out, and what was earned and is not paid yet; what copies and the bot's investments lost counts against it. */
export type ReportSum = 'amount' | 'earned' | 'accrued';

/** What of a source runs or is owed, or what has ended or was paid, in micro-dollars, each sum beside what is shown of it. */
interface ReportRow {
  source: Source;
  is_running: boolean;
  positions: number;
  amount: bigint;
  amount_shown: bigint;
  profit: bigint;
  profit_shown: bigint;
}

/** At most two rows for each source from which there is anything. */
export type Report = readonly ReportRow[];

/**
 * The dashboard's figures in one round trip. Total earnings: everything earned to date over all products, what running
 * positions stand at included; total earned: the part already paid out, to the balance or the bot's wallet (D1). What copies
 * and the bot's investments lost counts against both; what the network earned them counts as well, an award still owed in the first
 * alone, and a bonus that waits for the end of its position in neither.
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

/** A figure to the micro-dollar, and as it is shown. */
export interface Figure {
  exact: Micros;
  shown: Micros;
}

/** These sums together, of one source or of all. */
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

/** What the home report tells of a product, in the sums that it is made of. */
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
