import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ReportName } from '#operator/report-names.ts';
import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import { purge } from '#database/server/purge.ts';
import { createSemaphore } from '#platform/server/semaphore.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { authorOf, type Operator } from '#commands/server/operator.ts';
import type { Running } from '#commands/server/declaration.ts';
import { recordAction } from '../record-action.ts';
import type { ReportDays } from './report-days.ts';
import { writeReport } from './write-report.ts';

/** A stored report: unchanged until it expires. */
export interface ReportFile {
  id: string;
  report: ReportName;
  from: string;
  until: string;
  rows: number;
  bytes: number;
  /** Of the whole file, in hexadecimal. */
  sha256: string;
  madeBy: string;
  madeAt: Date;
  expiresAt: Date;
  /**
   * The only people who may take it: the one who requested it and the one who approved. Null: everybody whose role includes it. Empty:
   * whoever has the machine that it was made on.
   */
  takers: string[] | null;
}

export const keptDays = 7;
/** The size of one row's part, before compression. */
const partBytes = 1_000_000;

/** Each report holds two connections while it is made; once the queue is full, further callers are refused and may retry. */
export const inTurn = createSemaphore({ atOnce: 2, waiting: 20 });

/**
 * Makes a report from one snapshot of the books and stores it; returns also the hash of the same days at their last export, so that entries
 * added to a past day are noticed. Reads come from the snapshot; writes, above all to the chain of actions, must not be bound to it.
 */
export async function keepReport(
  { tx, operator, atOneMoment }: Pick<Running, 'tx' | 'operator' | 'atOneMoment'>,
  report: ReportName,
  days: ReportDays,
): Promise<{ file: ReportFile; before: string | null }> {
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const id = uuidv7();
  await insertFile(tx, { id, report, days, operator, takers: await readTakers(tx, operator, report) });
  const { rows, bytes, sha256 } = await atOneMoment((reading) => keepParts(tx, id, writeReport(reading, report, days)));
  await tx.query('UPDATE report_files SET rows = $2, bytes = $3, sha256 = $4 WHERE id = $1', [id, rows, bytes, sha256]);
  return { file: requireMade(await readReportFile(tx, id)), before: await readLastHash(tx, report, days) };
}

function requireMade(file: ReportFile | null): ReportFile {
  if (!file) throw new Error('the file was written in this transaction');
  return file;
}

interface Kept {
  rows: number;
  bytes: number;
  sha256: string;
}

/** Stores the lines in parts: memory holds only one part, however long the report is. */
async function keepParts(tx: Tx, id: string, lines: AsyncIterable<readonly string[]>): Promise<Kept> {
  const hash = createHash('sha256');
  const kept = { rows: 0, bytes: 0 };
  let [number, waiting] = [0, ''];
  const keep = async (): Promise<void> => {
    if (waiting === '') return;
    const part = Buffer.from(waiting);
    hash.update(part);
    kept.bytes += part.length;
    number += 1;
    waiting = '';
    await tx.query('INSERT INTO report_file_parts (file_id, number, content) VALUES ($1, $2, $3)', [
      id,
      number,
      gzipSync(part, { level: 3 }),
    ]);
  };
  for await (const some of lines) {
    for (const line of some) {
      waiting += line;
      if (waiting.length >= partBytes) await keep();
    }
    kept.rows += some.length;
  }
  await keep();
  // Excludes the heading.
  return { rows: kept.rows - 1, bytes: kept.bytes, sha256: hash.digest('hex') };
}

interface NewFile {
  id: string;
  report: ReportName;
  days: ReportDays;
  operator: Operator;
  takers: string[] | null;
}

async function insertFile(tx: Tx, { id, report, days, operator, takers }: NewFile): Promise<void> {
  await tx.query(
    `INSERT INTO report_files (id, report, first_day, last_day, made_by, takers, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7::int))`,
    [id, report, days.from, days.until, authorOf(operator).name, takers, keptDays],
  );
}

/** A report decided by two people may be taken by those two; one that names every customer, by nobody but two such people. */
async function readTakers(tx: Tx, { requestId }: Operator, report: ReportName): Promise<string[] | null> {
  if (requestId === null) return report === 'customers' ? [] : null;
  const row = await readOne<{ takers: string[] }>(
    tx,
    'SELECT ARRAY[maker_id, decider_id] AS takers FROM staff_requests WHERE id = $1',
    [requestId],
  );
  return row?.takers ?? [];
}

/** Returns the hash of these days at their last export. */
async function readLastHash(tx: Tx, report: ReportName, { from, until }: ReportDays): Promise<string | null> {
  const row = await readOne<{ sha256: string }>(
    tx,
    `SELECT details ->> 'sha256' AS sha256 FROM actions WHERE action = 'reports export'
       AND details ->> 'report' = $1 AND details ->> 'from' = $2 AND details ->> 'until' = $3 ORDER BY number DESC LIMIT 1`,
    [report, from, until],
  );
  return row?.sha256 ?? null;
}

const columns = `id, report, first_day AS "from", last_day AS "until", rows::integer AS rows, bytes::double precision AS bytes, sha256,
  made_by AS "madeBy", made_at AS "madeAt", expires_at AS "expiresAt", takers`;
type Row = ReportFile & Record<string, unknown>;

export function readReportFile(sql: Sql, id: string): Promise<ReportFile | null> {
  return readOne<Row>(sql, `SELECT ${columns} FROM report_files WHERE id = $1 AND expires_at > now()`, [id]);
}

/** Lists the latest reports that have not expired. */
export function listReportFiles(sql: Sql, most = 100): Promise<ReportFile[]> {
  return sql.query<Row>(
    `SELECT ${columns} FROM report_files WHERE expires_at > now() ORDER BY made_at DESC, id DESC LIMIT $1`,
    [most],
  );
}

/** Yields the file, part by part. */
export async function* readParts(sql: Sql, id: string): AsyncGenerator<Buffer> {
  for (let number = 1; ; number += 1) {
    const part = await readOne<{ content: Buffer }>(
      sql,
      'SELECT content FROM report_file_parts WHERE file_id = $1 AND number = $2',
      [id, number],
    );
    if (!part) return;
    yield gunzipSync(part.content);
  }
}

/**
 * Hashes the file as stored and records who takes it with that hash, before any byte is sent. The original hash comes from the action
 * log, which nobody can change. Returns false if the two differ.
 */
export async function recordTaking(db: Database, operator: Operator, file: ReportFile): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const part of readParts(db, file.id)) hash.update(part);
  const sha256 = hash.digest('hex');
  const { id, report, from, until } = file;
  const made = await readMadeHash(db, id);
  await transaction(db, (tx) =>
    recordAction(tx, {
      operator,
      action: 'reports take',
      details: { report, from, until, file: id },
      was: { sha256: made },
      isNow: { sha256 },
    }),
  );
  return sha256 === made;
}

async function readMadeHash(sql: Sql, id: string): Promise<string> {
  const row = await readOne<{ sha256: string }>(
    sql,
    `SELECT details ->> 'sha256' AS sha256 FROM actions WHERE action COLLATE "C" = 'reports export' AND details ->> 'file' = $1`,
    [id],
  );
  return row?.sha256 ?? '';
}

/** Deletes expired files with their parts. */
export function purgeReportFiles(sql: Sql): Promise<number> {
  return purge(sql, { table: 'report_files', key: 'id', where: 'expires_at < now()' });
}

export function reportFileName({ report, from, until }: Pick<ReportFile, 'report' | 'from' | 'until'>): string {
  return `${report}-${from}-${until}.csv`;
}
