import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { secrets } from '#platform/server/secret-files.ts';
import { type Finding, fine, type Patient, warn, wrong } from './finding.ts';

const check = 'secret_files';
/** The secrets that Lastro itself may store in DATA_DIR. */
const own = ['second-key-secret', 'postgres-logins.json', 'running-keys.json', 'brokerage-token'];
const others = 0o007;
const groupWrites = 0o020;

/** Checks whether others can read or change secret files, and which secrets are in the environment itself. */
export async function checkSecretFiles({ given, dataDir, config }: Patient): Promise<Finding[]> {
  const named = secrets.flatMap((name) => given[`${name}_FILE`] ?? []);
  const findings = [
    ...(await Promise.all(named.map((file) => look(file, true)))),
    ...(await Promise.all(own.map((name) => look(join(dataDir, name), false)))),
  ].flat();
  const open = secrets.filter((name) => given[name]);
  if (config?.mode === 'production' && open.length > 0)
    findings.push(warn(check, 'open', { names: open.join(', '), count: open.length, first: open[0] ?? '' }));
  return findings.length > 0 ? findings : [fine(check, 'fine', { files: named.length })];
}

async function look(file: string, isNeeded: boolean): Promise<Finding[]> {
  const found = await stat(file).catch(() => null);
  if (!found) return isNeeded ? [wrong(check, 'missing', { file })] : [];
  const mode = (found.mode & 0o777).toString(8).padStart(3, '0');
  if ((found.mode & (others | groupWrites)) !== 0) return [wrong(check, 'readable', { file, mode })];
  const user = process.getuid?.() ?? 0;
  if (found.uid !== user && found.uid !== 0 && user !== 0)
    return [warn(check, 'stranger', { file, user: String(found.uid) })];
  return [];
}
