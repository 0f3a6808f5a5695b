import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';

const folders = ['src', 'public', 'db'];
const builders = /\/(build[\w-]*|[\w-]+-plugin)\.ts$/;
const files = [
  'index.html',
  'offline.html',
  'console.html',
  'vite.config.ts',
  'vite.console.config.ts',
  'package-lock.json',
  'package.json',
];

const isForTests = /\.test\.tsx?$/;

/** A single hash of everything that goes into a build, by content: a clone or a checkout changes dates but not content. */
export function hashSources(): string {
  const hash = createHash('sha256').update(process.version);
  const scripts = filesIn('scripts').filter((file) => builders.test(file));
  for (const file of [...folders.flatMap(filesIn), ...scripts, ...files].toSorted()) {
    const path = join(projectFolder, file);
    if (existsSync(path)) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

export function readBuiltHash(): string | null {
  const file = join(projectFolder, 'dist', 'sources');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function filesIn(folder: string): string[] {
  const path = join(projectFolder, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isForTests.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectFolder.length + 1));
}
