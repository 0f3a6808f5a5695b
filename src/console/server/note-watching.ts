import { createHash } from 'node:crypto';
import { type ActionDetails, recordAction } from '#operator/server/record-action.ts';
import { type Database, readOne, type Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { operatorOf, type Acting } from './acting.ts';

/** For how long one entry covers a screen that refetches automatically. */
export const watchedMinutes = 15;

const isFresh = `noted_at > now() - interval '${watchedMinutes} minutes'`;

/**
 * Records that somebody is looking at a screen that refetches automatically: when they first open it in this session, when it shows a
 * customer it did not show before, and every quarter of an hour. The server alone decides; no request parameter can suppress the record.
 */
export async function noteWatching(
  db: Database,
  { member, address }: Acting,
  action: string,
  details: ActionDetails,
): Promise<void> {
  const seen = createHash('sha256')
    .update(JSON.stringify([action, details]))
    .digest();
  if (await isNoted(db, member.sessionId, seen)) return;
  await transaction(db, async (tx) => {
    // Of concurrent calls only one records the look. If the session has ended meanwhile, nothing is shown.
    const noted = await tx.query(
      `INSERT INTO staff_looks (session_id, seen, noted_at)
       SELECT id, $2, now() FROM staff_sessions WHERE id = $1 FOR KEY SHARE
       ON CONFLICT (session_id, seen) DO UPDATE SET noted_at = now() WHERE NOT staff_looks.${isFresh} RETURNING seen`,
      [member.sessionId, seen],
    );
    if (noted.length === 0 && (await isNoted(tx, member.sessionId, seen))) return;
    await recordAction(tx, { operator: operatorOf({ member, address }), action, details });
  });
}

async function isNoted(sql: Sql, sessionId: string, seen: Buffer): Promise<boolean> {
  const row = await readOne(sql, `SELECT 1 AS is FROM staff_looks WHERE session_id = $1 AND seen = $2 AND ${isFresh}`, [
    sessionId,
    seen,
  ]);
  return row !== null;
}
