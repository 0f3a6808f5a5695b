import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's files, as read by its own tests (tidy.test.ts). */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const sources = ['src', 'scripts', 'tools', 'db', 'e2e', 'bench'].flatMap((folder) => walk(join(root, folder)));
export const code = sources.filter((file) => /\.(ts|tsx|mjs)$/.test(file));

export function walk(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  } catch {
    return [];
  }
}

export function read(file: string): string {
  return readFileSync(file, 'utf8');
}

export function shown(file: string): string {
  return relative(root, file);
}

/** One complaint for each line of each file that matches the pattern. */
export function complain(files: string[], pattern: RegExp, complaint: string): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${shown(file)}:${at + 1} ${complaint}`] : [])),
  );
}
