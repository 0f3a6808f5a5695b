import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';

/** The sums of money in the report, each beside the sum of what is shown of its rows (`…_shown`). */
export type ReportSum =
  | 'amount'
  | 'earned'
  | 'accrued'
  | 'vault_amount'
  | 'vault_earned'
  | 'vault_accrued'
  | 'copy_amount'
  | 'copy_earned'
  | 'copy_running'
  | 'bot_earned'
  | 'bot_result'
  | 'bonus_paid'
  | 'bonus_owed'
  | 'residual_paid'
  | 'residual_owed';

/** Accrual as in #money/accrual.ts: whole milliseconds, rounded down for each position by itself. */
const accruedMicros = `div(promised_profit::numeric * least(greatest(floor(extract(epoch FROM $2::timestamptz - started_at) * 1000), 0),
  floor(extract(epoch FROM ends_at - started_at) * 1000)), floor(extract(epoch FROM ends_at - started_at) * 1000))`;

/** The sum of what stands in the rows, and of what is shown of it in each: a total of the screen is the latter. */
function summed(name: ReportSum, each: string, where: string): string {
  const total = (of: string): string => `coalesce(sum(${of}) FILTER (WHERE ${where}), 0)::bigint`;
  return `${total(each)} AS ${name}, ${total(wholeCentsSql(each))} AS ${name}_shown`;
}

/** Positions of a product with payouts; those that run with what they stand at by the operations known now, reckoned once. */
function traded(table: string, product: string, running: string): string {
  return `(SELECT *, CASE WHEN status = '${running}' THEN
      payout_result(amount, payouts_between('${product}', started_at, ends_at)) END AS stands
    FROM ${table} WHERE customer_id = $1 OFFSET 0) positions`;
}

/** $1 who, $2 the moment. */
export const reportSql = `
  SELECT * FROM (
    SELECT ${summed('amount', 'amount', `status = 'in_progress'`)},
      count(*) FILTER (WHERE status = 'finished') AS finished,
      count(*) FILTER (WHERE status = 'in_progress') AS running,
      ${summed('earned', 'promised_profit', `status = 'finished'`)},
      ${summed('accrued', accruedMicros, `status = 'in_progress'`)}
    FROM stakes WHERE customer_id = $1
  ) stake, (
    SELECT count(*) FILTER (WHERE status = 'active') AS vault_active,
      ${summed('vault_amount', 'amount', `status = 'active'`)},
      ${summed('vault_earned', 'promised_profit', `status = 'expired'`)},
      ${summed('vault_accrued', accruedMicros, `status = 'active'`)}
    FROM vault_investments WHERE customer_id = $1
  ) vault, (
    SELECT count(*) FILTER (WHERE status = 'expired') AS copy_expired,
      count(*) FILTER (WHERE status = 'active') AS copy_active,
      ${summed('copy_amount', 'amount', `status = 'active'`)},
      ${summed('copy_earned', 'result', 'result IS NOT NULL')},
      ${summed('copy_running', 'stands', 'stands IS NOT NULL')}
    FROM ${traded('copytrade_licences', 'copytrade', 'active')}
  ) copy, (
    SELECT count(*) FILTER (WHERE status = 'in_progress') AS bot_running,
      ${summed('bot_earned', 'result', 'result IS NOT NULL')},
      ${summed('bot_result', 'stands', 'stands IS NOT NULL')}
    FROM ${traded('bot_investments', 'primezord', 'in_progress')}
  ) bot, (
    SELECT ${summed('bonus_paid', 'value', `kind = 'bonus' AND paid_at IS NOT NULL`)},
      ${summed('bonus_owed', 'value', `kind = 'bonus' AND paid_at IS NULL AND due_at IS NOT NULL`)},
      ${summed('residual_paid', 'value', `kind = 'residual' AND paid_at IS NOT NULL`)},
      ${summed('residual_owed', 'value', `kind = 'residual' AND paid_at IS NULL`)}
    FROM network_awards WHERE beneficiary_id = $1
  ) network`;
