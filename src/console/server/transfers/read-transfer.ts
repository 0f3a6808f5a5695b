import { micros, toJsonNumber } from '#money/money.ts';
import type { Language } from '#platform/languages.ts';
import { declaredCalled } from '#operator/server/all-commands.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import { sayAnswer } from '#wallet/server/commands/words.ts';
import type { TransferHistory } from '#console/transfers-contract.ts';
import { byWhom } from '../of-member.ts';
import { presentTransfer, staffTransferColumns, type StaffTransferRow } from './transfer-rows.ts';

interface HistoryRow extends StaffTransferRow {
  steps: TransferHistory['Steps'];
  by_hand: TransferHistory['ByHand'];
  postings: {
    Key: string;
    Kind: string;
    Number: number;
    At: string;
    Legs: { From: string; To: string; Amount: number }[];
  }[];
  actions: Omit<TransferHistory['Actions'][number], 'Title'>[];
}

/** In ISO 8601, as in every answer. */
const iso = (moment: string): string => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One statement, so that everything is from one snapshot. */
const historySql = `
  SELECT ${staffTransferColumns}, c.name, c.email,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('Number', s.number, 'State', s.state, 'Attempts', s.attempts, 'Error', s.error,
       'Reason', s.reason, 'At', ${iso('s.happened_at')}) ORDER BY s.number), '[]')
     FROM transfer_steps s WHERE s.transfer_id = b.id) AS steps,
    (SELECT jsonb_build_object('Outcome', h.outcome, 'Evidence', h.evidence, 'At', ${iso('h.decided_at')})
     FROM transfers_by_hand h WHERE h.transfer_id = b.id) AS by_hand,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('Key', j.key, 'Kind', j.kind, 'Number', j.number, 'At', ${iso('j.happened_at')},
       'Legs', (SELECT jsonb_agg(jsonb_build_object('From', e.from_account, 'To', e.to_account, 'Amount', e.amount) ORDER BY e.leg)
         FROM ledger.legs_of(j.kind, j.amounts) AS e)) ORDER BY j.number), '[]')
     FROM ledger.journals j WHERE j.key = ANY (ARRAY[
       b.direction || ':' || b.id || ':held', b.direction || ':' || b.id || ':settled', b.direction || ':' || b.id || ':returned',
       'reversed:' || b.direction || ':' || b.id || ':settled'])) AS postings,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('Number', a.number, 'At', ${iso('a.happened_at')}, 'By', ${byWhom},
       'Action', a.action) ORDER BY a.number), '[]')
     FROM actions a WHERE a.details ? 'customer' AND a.details ->> 'customer' = b.customer_id::text
       AND b.id::text IN (a.details ->> 'transfer', a.details ->> 'withdrawal') AND a.action <> 'transfer look') AS actions
  FROM broker_transfers b JOIN customers c ON c.id = b.customer_id WHERE b.id = $1`;

/** @throws Refusal `not_found` */
export async function readTransferHistory(sql: Sql, id: string, language: Language): Promise<TransferHistory> {
  const row = await readOne<HistoryRow & Record<string, unknown>>(sql, historySql, [id]);
  if (!row) throw refusePlatform('not_found');
  return {
    ...presentTransfer(row),
    Error: sayAnswer(row.last_error, language),
    Next: row.due_at?.toISOString() ?? null,
    WaitsBecause: row.waits_because,
    Decision: row.decision,
    Reason: row.reason,
    Steps: row.steps.map((step) => ({ ...step, Error: sayAnswer(step.Error, language) })),
    ByHand: row.by_hand,
    Postings: row.postings.map((posting) => ({
      ...posting,
      Legs: posting.Legs.map((leg) => ({ ...leg, Amount: toJsonNumber(micros(BigInt(leg.Amount))) })),
    })),
    Actions: row.actions.map((each) => ({
      ...each,
      Title: declaredCalled(each.Action)?.words(language).title ?? null,
    })),
  };
}
