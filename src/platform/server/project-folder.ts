import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The checkout's root. The same code runs from src/ with tsx and from dist/server/ as a bundle, at different depths, so the root is found
 * by its package.json instead of by counting `..`.
 */
export const projectFolder = findProjectFolder(import.meta.dirname);

function findProjectFolder(from: string): string {
  const file = join(from, 'package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'lastro') return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`no package.json of Lastro found above ${import.meta.dirname}`);
  return findProjectFolder(parent);
}
