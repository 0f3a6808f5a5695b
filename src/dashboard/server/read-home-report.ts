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

/** A source in micro-dollars, each sum beside what is shown of it, and how many positions it is about. */
type ReportRow = { source: Source; running: number; ended: number } & Record<ReportSum | `${ReportSum}_shown`, bigint>;

/** A row for each source from which there is anything. */
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
  const rows = source === undefined ? report : report.filter((row) => row.source === source);
  const total = (each: (row: ReportRow, name: ReportSum) => bigint): Micros =>
    micros(rows.reduce((sum, row) => names.reduce((part, name) => part + each(row, name), sum), 0n));
  return { exact: total((row, name) => row[name]), shown: total((row, name) => row[`${name}_shown`]) };
}

function countOf(report: Report, source: Source, which: 'running' | 'ended'): number {
  return report.find((row) => row.source === source)?.[which] ?? 0;
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
