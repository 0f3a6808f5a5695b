import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Pages of a former build are still open when a new one is put in its place, and fetch what they have not fetched yet. Files
 * whose names hold a hash of their content can stand side by side, so those of former builds go on being served.
 */
const keptForMs = 14 * 24 * 60 * 60_000;
const buildsAtLeast = 3;
const register = 'former-files.json';

/** Which build a file was last part of, newest first: the moment it was replaced and its files. */
interface FormerBuild {
  replacedAt: string;
  files: string[];
}

/**
 * Copies into the new build's folder what former builds had in `assets` and it has not: of all that were replaced in the last
 * two weeks, and of the last three whenever that was.
 */
export function keepFormerFiles(former: string, next: string, now: Date): void {
  if (!existsSync(join(former, 'assets'))) return;
  const known = readRegister(former);
  const all = readdirSync(join(former, 'assets'));
  const olderFiles = new Set(known.flatMap(({ files }) => files));
  const last: FormerBuild = { replacedAt: now.toISOString(), files: all.filter((file) => !olderFiles.has(file)) };
  const isYoung = ({ replacedAt }: FormerBuild): boolean => now.getTime() - Date.parse(replacedAt) < keptForMs;
  const kept = [last, ...known].filter((build, at) => at < buildsAtLeast || isYoung(build));
  mkdirSync(join(next, 'assets'), { recursive: true });
  const own = new Set(readdirSync(join(next, 'assets')));
  // What the new build has itself is its own again: it is counted from the day that it is replaced.
  const rest = kept.map((build) => ({ ...build, files: build.files.filter((file) => !own.has(file)) }));
  for (const file of rest.flatMap(({ files }) => files)) {
    if (all.includes(file)) copyFileSync(join(former, 'assets', file), join(next, 'assets', file));
  }
  writeFileSync(join(next, register), JSON.stringify(rest));
}

function readRegister(folder: string): FormerBuild[] {
  try {
    return JSON.parse(readFileSync(join(folder, register), 'utf8')) as FormerBuild[];
  } catch {
    return [];
  }
}
