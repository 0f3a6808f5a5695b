import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readOne } from '#database/server/database.ts';
import { backupFinished } from '../watch-backups.ts';
import { type Finding, fine, type Patient, unknown, warn, wrong } from './finding.ts';
import { openPatient } from './open-patient.ts';

const check = 'backups';
const hourMs = 3_600_000;
/** One backup a day, plus two hours to make it. */
const warnHours = 26;
const wrongHours = 50;

/**
 * Checks the age of the latest backup: in the folder that the operator names, where each finished file or folder counts; without one, from
 * the recorded ends of backups.
 */
export async function checkBackups({ backups, now, config }: Patient): Promise<Finding[]> {
  if (backups === null) return checkNoted(config);
  const names = await readdir(backups).catch(() => null);
  if (!names) return [wrong(check, 'unreadable', { folder: backups })];
  const finished = await Promise.all(names.map((name) => finishedAt(join(backups, name))));
  const youngest = Math.max(...finished);
  if (youngest === -Infinity) return [wrong(check, 'empty', { folder: backups })];
  return [judge((now().getTime() - youngest) / hourMs)];
}

function judge(exactly: number): Finding {
  const hours = Math.round(exactly);
  if (exactly > wrongHours) return wrong(check, 'age', { hours }, 'stopped');
  if (exactly > warnHours) return warn(check, 'age', { hours }, 'failed');
  return fine(check, 'age', { hours });
}

async function checkNoted(config: Patient['config']): Promise<Finding[]> {
  if (config?.mode !== 'production') return [fine(check, 'sandbox')];
  const silent = unknown(check, 'silent');
  const db = await openPatient(config).catch(() => null);
  if (!db) return [silent];
  try {
    const noted = await readOne<{ hours: number }>(
      db,
      `SELECT extract(epoch FROM now() - max(happened_at))::double precision / 3600 AS hours
       FROM actions WHERE action = $1 HAVING count(*) > 0`,
      [backupFinished],
    );
    if (noted) return [judge(noted.hours)];
    return [warn(check, 'unnoted')];
  } catch {
    return [silent];
  } finally {
    await db.close();
  }
}

/** The file that marks a folder as a complete backup: pg_basebackup writes it last. */
const lastFile = 'backup_manifest';

async function finishedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return found.size > 0 ? found.mtimeMs : -Infinity;
  const end = await stat(join(path, lastFile)).catch(() => null);
  return end?.mtimeMs ?? -Infinity;
}
