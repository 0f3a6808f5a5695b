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
  if (!names) return [wrong(check, `${backups} cannot be read`, 'Mount it, or name the right folder.')];
  const finished = await Promise.all(names.map((name) => finishedAt(join(backups, name))));
  const youngest = Math.max(...finished);
  if (youngest === -Infinity)
    return [wrong(check, `${backups} holds no finished backup`, 'Make one, and schedule one every day.')];
  return [judge((now().getTime() - youngest) / hourMs)];
}

function judge(hours: number): Finding {
  const said = `the latest was finished ${Math.round(hours)} hours ago`;
  if (hours > wrongHours) return wrong(check, said, 'Find out why backups have stopped, and make one now.');
  if (hours > warnHours) return warn(check, said, 'Check whether the last one failed.');
  return fine(check, said);
}

async function checkNoted(config: Patient['config']): Promise<Finding[]> {
  if (config?.mode !== 'production') return [fine(check, 'not checked: a sandbox')];
  const silent = unknown(check, 'not checked: the database does not answer', 'See the findings on the database.');
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
    const remedy =
      'Name their folder with “lastro doctor --backups FOLDER”, or run “lastro backup note TEXT” after each.';
    return [warn(check, 'their folder was not named, and none was recorded', remedy)];
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
