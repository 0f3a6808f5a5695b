import { toJsonNumber } from '#money/money.ts';
import type { PayoutProduct } from '#payouts/contract.ts';
import type { DateOrder } from '#payouts/date-orders.ts';
import { previewFeed } from '#payouts/server/preview-feed.ts';
import type { FeedOperation } from '#payouts/server/read-feed-line.ts';
import type { Config } from '#settings/server/config.ts';
import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { mostPurgedAtOnce } from '#database/server/purge.ts';
import { isUuid } from '#http/server/cursor.ts';
import { type FeedPreview, mostExamples, mostFiles, mostShown } from '#console/feeds-contract.ts';
import { refuseConsole } from '#console/refusals.ts';

/**
 * Returns the effect of importing this text. Nothing is written.
 *
 * @throws Refusal `not_a_feed`
 */
export async function previewText(
  sql: Sql,
  mode: Config['mode'],
  { product, csv, dates }: { product: PayoutProduct; csv: string; dates?: DateOrder | undefined },
): Promise<FeedPreview> {
  const { completeUntil, late, paidUntil, bad, added, known, file, payout, first, last } = await previewFeed(
    sql,
    mode,
    {
      product,
      text: csv,
      order: dates ?? null,
    },
  ).catch((error: unknown) => {
    if (error instanceof PlainFailure) throw refuseConsole('not_a_feed', { sentence: error.message });
    throw error;
  });
  return {
    New: added.length,
    Known: known,
    Bad: bad.length,
    BadLines: bad.slice(0, mostShown).map(({ line, problem }) => ({ Line: line, Problem: problem })),
    Operations: added.slice(0, mostShown).map(presentOperation),
    Late: late.length,
    PaidUntil: paidUntil.toISOString(),
    LateOperations: late.slice(0, mostExamples).map(presentOperation),
    Payout: toJsonNumber(payout),
    Lines: file.lines,
    FilePayout: toJsonNumber(file.payout),
    CompleteUntil: completeUntil?.toISOString() ?? null,
    First: first?.toISOString() ?? null,
    Last: last?.toISOString() ?? null,
  };
}

function presentOperation(operation: FeedOperation): FeedPreview['Operations'][number] {
  const { openedAt, happenedAt, asset, pair, payout, reference } = operation;
  return {
    Opened: openedAt.toISOString(),
    Date: happenedAt.toISOString(),
    Asset: asset,
    Pair: pair,
    Payout: toJsonNumber(payout),
    Reference: reference,
  };
}

export interface StaffFile {
  id: string;
  name: string;
  content: string;
}

/** @throws Refusal `too_many_files` */
export async function insertFile(tx: Tx, { id, name, content }: StaffFile, memberId: string): Promise<void> {
  const kept = await tx.query(
    `INSERT INTO staff_files (id, name, content, made_by)
     SELECT $1, $2, $3, $4::uuid WHERE (SELECT count(*) FROM staff_files WHERE made_by = $4) < ${mostFiles} RETURNING id`,
    [id, name, content, memberId],
  );
  if (kept.length === 0) throw refuseConsole('too_many_files');
}

export function readFile(sql: Sql, id: string): Promise<StaffFile | null> {
  if (!isUuid(id)) return Promise.resolve(null);
  return readOne<StaffFile & Record<string, unknown>>(sql, 'SELECT id, name, content FROM staff_files WHERE id = $1', [
    id,
  ]);
}

/** Reads a file for a command. The argument always names an uploaded file, and never one on the machine. */
export async function readFileOfStaff(sql: Sql, id: string): Promise<Buffer> {
  const file = await readFile(sql, id);
  if (!file) throw new Error('no such file was uploaded, or it was deleted after a week');
  return Buffer.from(file.content);
}

/** A single DELETE without row locks taken beforehand: the server role may delete these rows but not update them. */
export async function purgeStaffFiles(db: Database): Promise<number> {
  const gone = await db.query(
    `DELETE FROM staff_files WHERE id IN (
       SELECT id FROM staff_files WHERE made_at < now() - interval '7 days' ORDER BY made_at LIMIT $1
     ) RETURNING id`,
    [mostPurgedAtOnce],
  );
  return gone.length;
}
