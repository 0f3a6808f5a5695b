import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { mostPurgedAtOnce } from '#database/server/purge.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { Config } from '#settings/server/config.ts';
import { type EvidenceType, mostCaseFiles } from '../patterns.ts';
import { fileKeepDays } from './case-settings.ts';

/** How the files of each type begin. */
const beginnings: readonly (readonly [type: EvidenceType, hex: string])[] = [
  ['application/pdf', '255044462d'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
];

/** What a file is, by its content alone; null for what is not accepted. Of text, its name says whether it is a table. */
export function typeOfEvidence(content: Buffer, name: string): EvidenceType | null {
  const known = beginnings.find(([, hex]) => content.subarray(0, hex.length / 2).toString('hex') === hex);
  if (known) return known[0];
  if (content.length === 0 || !isText(content)) return null;
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

function isText(content: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    return !/[\0-\x08\x0e-\x1f\x7f]/.test(text);
  } catch {
    return false;
  }
}

export interface CaseFile {
  id: string;
  name: string;
  type: EvidenceType;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  author: string;
  addedAt: Date;
}

const columns = `id, name, type, bytes, encode(sha256, 'hex') AS sha256, author, added_at AS "addedAt"`;
type Row = CaseFile & Record<string, unknown>;

/** The case is locked, so that of concurrent uploads none is one too many. Null where it has its number of files. */
export async function insertCaseFile(
  tx: Tx,
  file: { caseId: string; name: string; type: EvidenceType; content: Buffer; by: { name: string; staffId: string } },
): Promise<CaseFile | null> {
  const { caseId, name, type, content, by } = file;
  return readOne<Row>(
    tx,
    `INSERT INTO case_files (id, case_id, name, type, content, author, staff_id)
     SELECT $1, $2::uuid, $3, $4, $5, $6, $7
     WHERE (SELECT count(*) FROM case_files WHERE case_id = $2::uuid) < ${mostCaseFiles} RETURNING ${columns}`,
    [uuidv7(), caseId, name, type, content, by.name, by.staffId],
  );
}

export function listCaseFiles(sql: Sql, caseId: string): Promise<CaseFile[]> {
  return sql.query<Row>(`SELECT ${columns} FROM case_files WHERE case_id = $1 ORDER BY added_at, id`, [caseId]);
}

export function readCaseFile(sql: Sql, caseId: string, id: string): Promise<(CaseFile & { content: Buffer }) | null> {
  return readOne<Row & { content: Buffer }>(
    sql,
    `SELECT ${columns}, content FROM case_files WHERE case_id = $1 AND id = $2`,
    [caseId, id],
  );
}

/** Deletes the files of cases that were closed longer ago than the setting says. */
export async function purgeCaseFiles(sql: Sql, mode: Config['mode']): Promise<number> {
  const days = await readSetting(sql, fileKeepDays, mode);
  const gone = await sql.query(
    `DELETE FROM case_files WHERE id IN (
       SELECT f.id FROM case_files f JOIN cases k ON k.id = f.case_id
       WHERE k.closed_at < now() - make_interval(days => $2) LIMIT $1
     ) RETURNING id`,
    [mostPurgedAtOnce, days],
  );
  return gone.length;
}
