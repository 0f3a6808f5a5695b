import type { AccruingSource } from '../figures.ts';
import { inWalk, journalOf } from './moves-sql.ts';

interface Running {
  /** The account in which its capital is at work. */
  account: string;
  opened: string;
  ended: readonly string[];
  table: string;
  /** The product whose operations it earns by. */
  payouts?: string;
}

const running: Record<Exclude<AccruingSource, 'bonus' | 'residual'>, Running> = {
  stake: { account: 'staked', opened: 'stake_opened', ended: ['stake_matured', 'stake_canceled'], table: 'stakes' },
  vault: { account: 'vault', opened: 'vault_opened', ended: ['vault_matured'], table: 'vault_investments' },
  copytrade: {
    account: 'copytrade',
    opened: 'copytrade_opened',
    ended: ['copytrade_expired'],
    table: 'copytrade_licences',
    payouts: 'copytrade',
  },
  primezord: {
    account: 'zord_blocked',
    opened: 'bot_invested',
    ended: ['bot_finished'],
    table: 'bot_investments',
    payouts: 'primezord',
  },
};

/**
 * The positions that ran at a moment, by the ledger: opened before it, and not ended before it. From the product's own table
 * comes the end of the term alone; a position that is not there any more counts as one that has come to its end. $1 whose, $2
 * before which transfer, $3 opened from when on, $4 the moment, $5 how many.
 */
function runningSql({ account, opened, ended, table, payouts }: Running): string {
  const kinds = ended.map((kind) => `'${kind}'`).join(', ');
  return `
    WITH own AS (SELECT id, kind FROM ledger.accounts WHERE owner = $1)
    SELECT t.id, j.reference, t.happened_at AS starts_at, coalesce(p.ends_at, t.happened_at) AS ends_at, t.amount,
      (SELECT coalesce(sum(s.amount), 0)::bigint FROM ledger.transfers s
        WHERE s.journal_id = t.journal_id AND s.to_account = (SELECT id FROM own WHERE kind = 'promised')) AS promised,
      ${payouts ? `payouts_between('${payouts}', t.happened_at, coalesce(p.ends_at, t.happened_at))` : '0::bigint'} AS percentage
    FROM ledger.transfers t ${journalOf('t')}
    LEFT JOIN LATERAL (SELECT ends_at FROM ${table} WHERE id = j.reference OFFSET 0) p ON true
    WHERE ${inWalk('to', account)} AND j.kind = '${opened}' AND t.happened_at >= $3 AND t.happened_at < $4
      AND (SELECT e.id FROM ledger.journals e
        WHERE e.reference = j.reference AND e.kind IN (${kinds}) AND e.happened_at < $4 LIMIT 1) IS NULL
    ORDER BY t.to_account DESC, t.id DESC LIMIT $5`;
}

export const accrualSql = {
  stake: runningSql(running.stake),
  vault: runningSql(running.vault),
  copytrade: runningSql(running.copytrade),
  primezord: runningSql(running.primezord),
};

/** Awards that were due and that the treasury owed at a moment. $1 whose, $2 of which kind, $3 due from when on, $4 the moment, then the place. */
export const owedSql = `
  SELECT id, due_at, base, percentage, cut FROM network_awards
  WHERE beneficiary_id = $1 AND kind = $2 AND due_at >= $3 AND due_at < $4
    AND (paid_at IS NULL OR paid_at >= $4) AND (due_at, id) < ($5, $6)
  ORDER BY due_at DESC, id DESC LIMIT $7`;
