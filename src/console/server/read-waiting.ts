import { requireOne, type Sql } from '#database/server/database.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import type { Waiting } from '../waiting-contract.ts';
import { decidersOf, requestsOf } from './policy.ts';

/** What waits for a member's decision, and what of theirs waits for others. */
export async function readWaiting(sql: Sql, { id, role }: Pick<StaffMember, 'id' | 'role'>): Promise<Waiting> {
  const row = await requireOne<{ mine: number; decide: number; oldest: Date | null }>(
    sql,
    `WITH open AS (
       SELECT made_at, maker_id = $1 AS is_mine, maker_id <> $1 AND command = ANY ($2) AS is_to_decide
       FROM staff_requests WHERE state = 'waiting' AND expires_at > now()
     )
     SELECT count(*) FILTER (WHERE is_mine)::integer AS mine, count(*) FILTER (WHERE is_to_decide)::integer AS decide,
       min(made_at) FILTER (WHERE is_to_decide) AS oldest FROM open`,
    [id, requestsOf(role).filter((name) => decidersOf(name).includes(role))],
  );
  return { ToDecide: row.decide, Oldest: row.oldest?.toISOString() ?? null, Mine: row.mine };
}
