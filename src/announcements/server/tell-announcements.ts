import { queueMailsOf } from '#mail/server/mail-queue.ts';
import { gets, withChoice } from '#notices/server/mail-choice-store.ts';
import { noticeMails } from '#notices/server/owed-mails.ts';
import { noteChange } from '#database/server/changes.ts';
import { type Database, readOne, requireOne, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { readSegment } from './segment-sql.ts';

interface Due {
  id: string;
  segment: string;
  mails: boolean;
  is_owed: boolean;
  starts_at: Date;
}

export const toldAtOnce = 500;
const mailGoodForMinutes = 3 * 24 * 60;

/** Batches of one announcement written in one round; the others have their turn in between. */
const batchesOfRound = 200;

/**
 * Runs one round: starts announcements that are due, then writes batches of each one being sent, each batch with its progress in one
 * transaction. If a worker dies, another resumes from there; two workers at once take different announcements. Returns how many customers
 * were notified.
 */
export async function tellAnnouncements(db: Database): Promise<number> {
  await db.query(`UPDATE announcements SET state = 'sending' WHERE state = 'waiting' AND starts_at <= now()`);
  const due = await db.query<Due>(
    `SELECT id, segment, mails, is_owed, starts_at FROM announcements WHERE state = 'sending' ORDER BY starts_at, id LIMIT 10`,
  );
  let told = 0;
  for (const announcement of due) {
    for (let n = 0, goesOn = true; goesOn && n < batchesOfRound; n += 1) {
      const batch = await transaction(db, (tx) => tellBatch(tx, announcement));
      told += batch.told;
      goesOn = batch.goesOn;
    }
  }
  return told;
}

interface Told {
  last: string | null;
  read: number;
  mailed: number;
  told: string[];
}

async function tellBatch(
  tx: Tx,
  { id, segment, mails, is_owed: isOwed, starts_at: startsAt }: Due,
): Promise<{ told: number; goesOn: boolean }> {
  const place = await readOne<{ told_up_to: string }>(
    tx,
    `SELECT told_up_to FROM announcements WHERE id = $1 AND state = 'sending' FOR UPDATE SKIP LOCKED`,
    [id],
  );
  if (!place) return { told: 0, goesOn: false };
  const { condition, value } = readSegment(segment);
  const { last, read, mailed, told } = await requireOne<Told & Record<string, unknown>>(tx, writeBatch(condition), [
    value,
    id,
    place.told_up_to,
    startsAt,
    mails,
    isOwed,
  ]);
  const goesOn = read === toldAtOnce;
  await tx.query(
    `UPDATE announcements SET told_up_to = coalesce($2, told_up_to), told = told + $3, mailed = mailed + $5,
       state = CASE WHEN $4 THEN state ELSE 'done' END, ended_at = CASE WHEN $4 THEN NULL ELSE now() END WHERE id = $1`,
    [id, last, told.length, goesOn, mailed],
  );
  for (const customerId of told) noteChange(tx, customerId, 'notices');
  return { told: told.length, goesOn };
}

/** A notice's cause is the announcement and its recipient, so it is delivered once even if a batch was reported as rolled back. */
function writeBatch(condition: string): string {
  return `WITH clock AS (
      SELECT date_trunc('milliseconds', now() + ahead_ms * interval '1 millisecond') AS business_now FROM sandbox_clock
    ), page AS MATERIALIZED (
      SELECT id FROM customers WHERE id > $3 ORDER BY id LIMIT ${toldAtOnce}
    ), written AS (
      INSERT INTO customer_notices (id, customer_id, kind, cause, happened_at, reference)
      SELECT gen_random_uuid(), c.id, 'announcement', 'announcement:' || $2::uuid || ':' || c.id, business_now, $2::uuid
      FROM page JOIN customers c USING (id) CROSS JOIN clock
      WHERE c.created_at <= $4 AND c.erased_at IS NULL AND ${condition}
      ON CONFLICT ON CONSTRAINT a_cause_is_told_once DO NOTHING RETURNING id, customer_id, cause
    ), wanted AS (
      SELECT written.* FROM written JOIN customers c ON c.id = customer_id ${withChoice}
      WHERE $5::boolean AND ($6::boolean OR ${gets('announcements')})
    ), owed AS (
      ${queueMailsOf(`SELECT customer_id, '${noticeMails.announcement}' AS kind, 'notice:' || cause AS cause,
        jsonb_build_object('notices', id::text) AS about, ${mailGoodForMinutes} AS minutes,
          false AS is_urgent FROM wanted`)}
    )
    SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::integer FROM page) AS read,
      (SELECT count(*)::integer FROM wanted) AS mailed,
      ARRAY(SELECT customer_id FROM written) AS told`;
}
