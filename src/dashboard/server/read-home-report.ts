import { type Micros, micros, toJsonNumber } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import type { HomeReport } from '../contract.ts';
import { reportSql, type ReportSum } from './report-sql.ts';

/** What the dashboard's figures are made of, in micro-dollars, and the counts beside them. */
export type ReportRow = Record<ReportSum | `${ReportSum}_shown` | Count, bigint>;
type Count = 'finished' | 'running' | 'vault_active' | 'copy_expired' | 'copy_active' | 'bot_running';

/**
 * The dashboard's figures in one round trip. Total earnings: everything earned to date over all products, what running
 * positions stand at included; total earned: the part already paid out, to the balance or the bot's wallet (D1). What copies
 * and the bot's investments lost counts against both; what the network earned them counts as well, an award still owed in the first alone, and a
 * bonus that waits for the end of its position in neither.
 */
export async function readHomeReport(sql: Sql, { investor }: { investor: Investor }): Promise<HomeReport> {
  const row = await readReportRow(sql, investor);
  return {
    Finished: Number(row.finished),
    Running: Number(row.running),
    Finishedcopy: Number(row.copy_expired),
    Runningcopy: Number(row.copy_active),
    VaultInvestmentsCount: Number(row.vault_active),
    BotInvestmentsCount: Number(row.bot_running),
    ...amountsBy((names) => sumOf(row, names).exact),
    Shown: amountsBy((names) => sumOf(row, names).shown),
  };
}

export function readReportRow(sql: Sql, investor: Pick<Investor, 'id' | 'now'>): Promise<ReportRow> {
  return requireOne<ReportRow>(sql, reportSql, [investor.id, investor.now]);
}

/** What was paid out over all products. */
export const paidSums: readonly ReportSum[] = [
  'earned',
  'vault_earned',
  'copy_earned',
  'bot_earned',
  'bonus_paid',
  'residual_paid',
];
/** What was earned and is not paid yet. */
const unpaidSums: readonly ReportSum[] = [
  'accrued',
  'vault_accrued',
  'copy_running',
  'bot_result',
  'bonus_owed',
  'residual_owed',
];
export const earnedSums: readonly ReportSum[] = [...paidSums, ...unpaidSums];

/** A figure to the micro-dollar, and as it is shown. */
export interface Figure {
  exact: Micros;
  shown: Micros;
}

export function sumOf(row: ReportRow, names: readonly ReportSum[]): Figure {
  return {
    exact: micros(names.reduce((total, name) => total + row[name], 0n)),
    shown: micros(names.reduce((total, name) => total + row[`${name}_shown`], 0n)),
  };
}

function amountsBy(total: (names: readonly ReportSum[]) => Micros): HomeReport['Shown'] {
  return {
    Amount: toJsonNumber(total(['amount'])),
    Profit: toJsonNumber(total(['earned', 'accrued'])),
    Amountcopy: toJsonNumber(total(['copy_amount'])),
    Profitcopy: toJsonNumber(total(['copy_earned', 'copy_running'])),
    TotalEarnings: toJsonNumber(total(earnedSums)),
    TotalEarned: toJsonNumber(total(paidSums)),
  };
}
