import { usd } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { raiseAlert } from './alert-store.ts';
import { inOutHours, inOutLeastUsd, inOutPercent } from './case-settings.ts';
import type { Mark, Reading } from './find-patterns.ts';

interface Found {
  id: string;
  at: string;
  customer_id: string;
  asked_at: Date;
  brought: bigint;
  taken: bigint;
  evidence: { transfer: string; amount: string; at: string }[];
}

/** Money that was brought and, to at least the set percentage, taken out again within the set hours. */
export async function findInOut(sql: Sql, { mode, restSeconds, after, most }: Reading): Promise<Mark | null> {
  const hours = await readSetting(sql, inOutHours, mode);
  const percent = await readSetting(sql, inOutPercent, mode);
  const least = usd(String(await readSetting(sql, inOutLeastUsd, mode)));
  const found = await sql.query<Found>(
    `WITH fresh AS MATERIALIZED (
       SELECT id, queued_at, customer_id, cell, created_at, direction, state FROM broker_transfers
       WHERE (queued_at, id) > ($1::timestamptz, $2::uuid) AND queued_at <= now() - make_interval(secs => $3)
       ORDER BY queued_at, id LIMIT ${most}
     )
     SELECT f.id, f.queued_at::text AS at, f.customer_id, f.created_at AS asked_at, coalesce(s.brought, 0)::bigint AS brought,
       coalesce(s.taken, 0)::bigint AS taken, coalesce(s.evidence, '[]') AS evidence
     FROM fresh f LEFT JOIN LATERAL (
       SELECT sum(b.amount) FILTER (WHERE b.direction = 'deposit') AS brought, sum(b.amount) FILTER (WHERE b.direction = 'withdrawal') AS taken,
         jsonb_agg(jsonb_build_object('transfer', b.id, 'amount', b.amount::text, 'at', b.created_at) ORDER BY b.created_at DESC) AS evidence
       FROM broker_transfers b
       WHERE b.customer_id = f.customer_id AND b.cell = f.cell AND b.created_at > f.created_at - make_interval(hours => $4::int)
         AND b.created_at <= f.created_at AND CASE b.direction WHEN 'deposit' THEN b.state = 'settled' ELSE b.state <> 'returned' END
     ) s ON f.direction = 'withdrawal' AND f.state <> 'returned'
     ORDER BY f.queued_at, f.id`,
    [after.at, after.id, restSeconds, hours],
  );
  for (const { customer_id: customer, asked_at: lastEvidenceAt, brought, taken, evidence } of found) {
    if (taken === 0n || brought < least || taken * 100n < brought * BigInt(percent)) continue;
    const pieces = evidence.map((each) => ({ customer, ...each, at: new Date(each.at).toISOString() }));
    await raiseAlert(sql, {
      rule: 'in_out',
      subject: customer,
      customers: [customer],
      evidence: pieces,
      count: { customers: 1, evidence: pieces.length },
      lastEvidenceAt,
    });
  }
  const end = found.at(-1);
  return end ? { at: end.at, id: end.id } : null;
}
