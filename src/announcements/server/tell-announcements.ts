import { queueMailsOf } from '#mail/server/mail-queue.ts';
import { noticeMails } from '#notices/server/owed-mails.ts';
import { cells } from '#platform/server/cell.ts';
import { noteChange } from '#database/server/changes.ts';
import { type Database, readOne, requireOne, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { readSegment } from './segment-sql.ts';

interface Due {
  id: string;
  segment: string;
  mails: boolean;
  starts_at: Date;
}

export const toldAtOnce = 500;
const mailGoodForMinutes = 3 * 24 * 60;

/**
 * Runs one round: starts announcements that are due, then writes one batch per cell for each one being sent, each batch with its progress
 * in one transaction. If a worker dies, another resumes from there; two workers at once take different cells. Returns how many customers
 * were notified.
 */
export async function tellAnnouncements(db: Database): Promise<number> {
  await db.query(`UPDATE announcements SET state = 'sending' WHERE state = 'waiting' AND starts_at <= now()`);
  const due = await db.query<Due>(
    `SELECT id, segment, mails, starts_at FROM announcements WHERE state = 'sending' ORDER BY starts_at, id LIMIT 10`,
  );
  let told = 0;
  for (const announcement of due) told += await tellEachCell(db, announcement);
  return told;
}

async function tellEachCell(db: Database, announcement: Due): Promise<number> {
  const done = await db.query<{ cell: number }>(
    'SELECT cell FROM announcement_cells WHERE announcement_id = $1 AND is_done',
    [announcement.id],
  );
  const over = new Set(done.map(({ cell }) => cell));
  const first = Math.floor(Math.random() * cells);
  let told = 0;
  for (let n = 0; n < cells; n += 1) {
    const cell = (first + n) % cells;
    if (!over.has(cell)) told += await transaction(db, (tx) => tellBatch(tx, announcement, cell));
  }
  await db.query(
    `UPDATE announcements SET state = 'done', ended_at = now() WHERE id = $1 AND state = 'sending'
       AND (SELECT count(*) FROM announcement_cells WHERE announcement_id = $1 AND is_done) = ${cells}`,
    [announcement.id],
  );
  return told;
}

interface Told {
  last: string | null;
  read: number;
  told: string[];
}

async function tellBatch(tx: Tx, { id, segment, mails, starts_at: startsAt }: Due, cell: number): Promise<number> {
  await tx.query('INSERT INTO announcement_cells (announcement_id, cell) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    id,
    cell,
  ]);
  const place = await readOne<{ after: string }>(
    tx,
    `SELECT after FROM announcement_cells WHERE announcement_id = $1 AND cell = $2 AND NOT is_done FOR UPDATE SKIP LOCKED`,
    [id, cell],
  );
  if (!place) return 0;
  const { condition, value } = readSegment(segment);
  const { last, read, told } = await requireOne<Told & Record<string, unknown>>(tx, writeBatch(condition), [
    value,
    id,
    cell,
    place.after,
    startsAt,
    mails,
  ]);
  await tx.query(
    `UPDATE announcement_cells SET after = coalesce($3, after), told = told + $4, is_done = $5 WHERE announcement_id = $1 AND cell = $2`,
    [id, cell, last, told.length, read < toldAtOnce],
  );
  for (const customerId of told) noteChange(tx, customerId, 'notices');
  return told.length;
}

/** A notice's cause is the announcement and its recipient, so it is delivered once even if a batch was reported as rolled back. */
function writeBatch(condition: string): string {
  return `WITH clock AS (
      SELECT date_trunc('milliseconds', now() + ahead_ms * interval '1 millisecond') AS business_now FROM sandbox_clock
    ), page AS MATERIALIZED (
      SELECT id FROM customers WHERE get_byte(uuid_send(id), 15) = $3::int AND id > $4 ORDER BY id LIMIT ${toldAtOnce}
    ), written AS (
      INSERT INTO customer_notices (id, cell, customer_id, kind, cause, happened_at, reference)
      SELECT gen_random_uuid(), $3::smallint, c.id, 'announcement', 'announcement:' || $2::uuid || ':' || c.id, business_now, $2::uuid
      FROM page JOIN customers c USING (id) CROSS JOIN clock
      WHERE c.created_at <= $5 AND c.erased_at IS NULL AND ${condition}
      ON CONFLICT ON CONSTRAINT a_cause_is_told_once DO NOTHING RETURNING id, customer_id, cause
    ), owed AS (
      ${queueMailsOf(`SELECT customer_id, '${noticeMails.announcement}' AS kind, 'notice:' || cause AS cause,
        jsonb_build_object('notices', id::text) AS about, ${mailGoodForMinutes} AS minutes,
          false AS is_urgent FROM written WHERE $6::boolean`)}
    )
    SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::integer FROM page) AS read,
      ARRAY(SELECT customer_id FROM written) AS told`;
}
