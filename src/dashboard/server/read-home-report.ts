import { toJsonNumber, micros } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import type { HomeReport } from '../contract.ts';

/** What the dashboard's figures are made of, in micro-dollars. */
export interface ReportRow {
  amount: bigint;
  finished: bigint;
  running: bigint;
  earned: bigint;
  accrued: bigint;
  vault_active: bigint;
  vault_amount: bigint;
  vault_earned: bigint;
  vault_accrued: bigint;
  copy_expired: bigint;
  copy_active: bigint;
  copy_amount: bigint;
  copy_earned: bigint;
  copy_running: bigint;
  bot_running: bigint;
  bot_earned: bigint;
  bot_result: bigint;
  bonus_paid: bigint;
  bonus_owed: bigint;
  residual_paid: bigint;
  residual_owed: bigint;
}

/**
 * The dashboard's figures in one round trip. Total earnings: everything earned to date over all products, what running
 * positions stand at included; total earned: the part already paid out, to the balance or the bot's wallet (D1). What copies
 * and the bot's investments lost counts against both; what the network earned them counts as well, an award still owed in the first alone.
 */
export async function readHomeReport(sql: Sql, { investor }: { investor: Investor }): Promise<HomeReport> {
  const row = await readReportRow(sql, investor);
  const { earned, accrued } = addUp(row);
  return {
    Amount: toJsonNumber(micros(row.amount)),
    Finished: Number(row.finished),
    Running: Number(row.running),
    Profit: toJsonNumber(micros(row.earned + row.accrued)),
    Finishedcopy: Number(row.copy_expired),
    Runningcopy: Number(row.copy_active),
    Amountcopy: toJsonNumber(micros(row.copy_amount)),
    Profitcopy: toJsonNumber(micros(row.copy_earned + row.copy_running)),
    VaultInvestmentsCount: Number(row.vault_active),
    BotInvestmentsCount: Number(row.bot_running),
    TotalEarnings: toJsonNumber(micros(earned + accrued)),
    TotalEarned: toJsonNumber(micros(earned)),
  };
}

export function readReportRow(sql: Sql, investor: Pick<Investor, 'id' | 'now'>): Promise<ReportRow> {
  return requireOne<ReportRow>(sql, reportSql, [investor.id, investor.now]);
}

/** What was paid out over all products, and what was earned and is not paid yet. */
export function addUp(row: ReportRow): { earned: bigint; accrued: bigint } {
  const networkPaid = row.bonus_paid + row.residual_paid;
  const networkOwed = row.bonus_owed + row.residual_owed;
  return {
    earned: row.earned + row.vault_earned + row.copy_earned + row.bot_earned + networkPaid,
    accrued: row.accrued + row.vault_accrued + row.copy_running + row.bot_result + networkOwed,
  };
}

/** Accrual as in #money/accrual.ts: whole milliseconds, rounded down for each position by itself. */
const accruedMicros = `div(promised_profit::numeric * least(greatest(floor(extract(epoch FROM $2::timestamptz - started_at) * 1000), 0),
  floor(extract(epoch FROM ends_at - started_at) * 1000)), floor(extract(epoch FROM ends_at - started_at) * 1000))`;

/** What a running position with payouts stands at now: of the operations known now. */
function standsAt(product: string): string {
  return `payout_result(amount, payouts_between('${product}', started_at, ends_at))`;
}

const reportSql = `
  SELECT * FROM (
    SELECT coalesce(sum(amount) FILTER (WHERE status = 'in_progress'), 0)::bigint AS amount,
      count(*) FILTER (WHERE status = 'finished') AS finished,
      count(*) FILTER (WHERE status = 'in_progress') AS running,
      coalesce(sum(promised_profit) FILTER (WHERE status = 'finished'), 0)::bigint AS earned,
      coalesce(sum(${accruedMicros}) FILTER (WHERE status = 'in_progress'), 0)::bigint AS accrued
    FROM stakes WHERE customer_id = $1
  ) stake, (
    SELECT count(*) FILTER (WHERE status = 'active') AS vault_active,
      coalesce(sum(amount) FILTER (WHERE status = 'active'), 0)::bigint AS vault_amount,
      coalesce(sum(promised_profit) FILTER (WHERE status = 'expired'), 0)::bigint AS vault_earned,
      coalesce(sum(${accruedMicros}) FILTER (WHERE status = 'active'), 0)::bigint AS vault_accrued
    FROM vault_investments WHERE customer_id = $1
  ) vault, (
    SELECT count(*) FILTER (WHERE status = 'expired') AS copy_expired,
      count(*) FILTER (WHERE status = 'active') AS copy_active,
      coalesce(sum(amount) FILTER (WHERE status = 'active'), 0)::bigint AS copy_amount,
      coalesce(sum(result), 0)::bigint AS copy_earned,
      coalesce(sum(${standsAt('copytrade')}) FILTER (WHERE status = 'active'), 0)::bigint AS copy_running
    FROM copytrade_licences WHERE customer_id = $1
  ) copy, (
    SELECT count(*) FILTER (WHERE status = 'in_progress') AS bot_running,
      coalesce(sum(result), 0)::bigint AS bot_earned,
      coalesce(sum(${standsAt('primezord')}) FILTER (WHERE status = 'in_progress'), 0)::bigint AS bot_result
    FROM bot_investments WHERE customer_id = $1
  ) bot, (
    SELECT coalesce(sum(value) FILTER (WHERE kind = 'bonus' AND paid_at IS NOT NULL), 0)::bigint AS bonus_paid,
      coalesce(sum(value) FILTER (WHERE kind = 'bonus' AND paid_at IS NULL), 0)::bigint AS bonus_owed,
      coalesce(sum(value) FILTER (WHERE kind = 'residual' AND paid_at IS NOT NULL), 0)::bigint AS residual_paid,
      coalesce(sum(value) FILTER (WHERE kind = 'residual' AND paid_at IS NULL), 0)::bigint AS residual_owed
    FROM network_awards WHERE beneficiary_id = $1
  ) network`;
