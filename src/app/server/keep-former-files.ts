import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Pages of a former build are still open when a new build replaces it, and may yet fetch more of its files. File names hold a content hash,
 * so files of several builds can coexist, and those of former builds are still served.
 */
const keptForMs = 14 * 24 * 60 * 60_000;
const buildsAtLeast = 3;
const register = 'former-files.json';

/** A former build, newest first: when it was replaced, and the files that were last part of it. */
interface FormerBuild {
  replacedAt: string;
  files: string[];
}

/**
 * Copies into the new build's folder the `assets` of former builds that it lacks: of all replaced in the last two weeks, and of the last
 * three in any case.
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
  // A file that is in the new build is its own again: its age counts from when that build is replaced.
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
