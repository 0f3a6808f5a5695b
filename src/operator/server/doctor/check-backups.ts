import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, fine, type Patient, warn, wrong } from './finding.ts';

const check = 'backups';
const hourMs = 3_600_000;
/** One a day, and two hours in which it is made. */
const warnHours = 26;
const wrongHours = 50;

/** How old the youngest backup is in the folder that the operator names: each a file, or a folder that was finished. */
export async function checkBackups({ backups, now, config }: Patient): Promise<Finding[]> {
  if (backups === null) {
    if (config?.mode !== 'production') return [fine(check, 'not looked for: a sandbox')];
    return [warn(check, 'nobody has said where they are', 'Name their folder: lastro doctor --backups FOLDER.')];
  }
  const names = await readdir(backups).catch(() => null);
  if (!names) return [wrong(check, `${backups} cannot be read`, 'Mount it, or name the right folder.')];
  const finished = await Promise.all(names.map((name) => finishedAt(join(backups, name))));
  const youngest = Math.max(...finished);
  if (youngest === -Infinity)
    return [wrong(check, `${backups} holds none that was finished`, 'Make one, and have one made every day.')];
  const hours = (now().getTime() - youngest) / hourMs;
  const said = `the youngest was finished ${Math.round(hours)} hours ago`;
  if (hours > wrongHours) return [wrong(check, said, 'See why none is made any more, and make one now.')];
  if (hours > warnHours) return [warn(check, said, 'See whether the last one failed.')];
  return [fine(check, said)];
}

/** What says that a folder is a whole backup is written last: by `lastro backup make`, and by pg_basebackup. */
const lastFiles = ['manifest.json', 'backup_manifest'];

async function finishedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return found.size > 0 ? found.mtimeMs : -Infinity;
  const ends = await Promise.all(lastFiles.map((name) => stat(join(path, name)).catch(() => null)));
  return Math.max(...ends.map((end) => end?.mtimeMs ?? -Infinity));
}
