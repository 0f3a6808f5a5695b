import { toDecimal, type Micros, micros, usd, zero } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { aloneUpToUsd } from '#staff/server/staff-settings.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { Operator } from '#commands/server/operator.ts';

/** The withdrawals that a member approves alone within this time count together (docs/decisions/0061-the-console.md). */
const aloneHours = 24;

/**
 * How much the member may still approve alone, in micro-dollars and never below zero: the setting, less what they approved without a second
 * person in the last 24 hours.
 */
export async function readLeftAlone(sql: Sql, mode: Config['mode'], staffId: string): Promise<Micros> {
  const most = usd(String(await readSetting(sql, aloneUpToUsd, mode)));
  const { approved } = await requireOne<{ approved: bigint }>(
    sql,
    `SELECT coalesce(sum((details ->> 'usd')::numeric * 1000000), 0)::bigint AS approved FROM actions
     WHERE staff_id = $1 AND happened_at > now() - interval '${aloneHours} hours'
       AND action = 'withdrawals approve' AND request_id IS NULL`,
    [staffId],
  );
  return most > approved ? micros(most - approved) : zero;
}

/**
 * Refuses an approval that exceeds what its member may still approve alone. Their row is locked until the transaction ends, so that of
 * concurrent approvals each finds what the others took. No limit applies to what two people decided, nor at the machine.
 *
 * @throws CommandRefused `alone_used_up`
 */
export async function requireLeftAlone(
  tx: Tx,
  mode: Config['mode'],
  { staffId, requestId }: Operator,
  amount: Micros,
): Promise<void> {
  if (staffId === null || requestId !== null) return;
  await tx.query('SELECT FROM staff WHERE id = $1 FOR NO KEY UPDATE', [staffId]);
  const left = await readLeftAlone(tx, mode, staffId);
  if (amount <= left) return;
  const sentence = `You can approve ${toDecimal(left)} USD more alone within ${aloneHours} hours, and this is ${toDecimal(amount)}: a second person has to approve it.`;
  throw new CommandRefused('alone_used_up', sentence);
}
