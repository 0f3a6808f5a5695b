import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '#platform/server/project-folder.ts';
import { changeLocks } from './change-locks.ts';
import { createCluster } from './create-cluster.ts';
import { choosePostgresAccount } from './postgres-account.ts';
import { findPostgresFolder, majorVersionOf } from './postgres-binaries.ts';
import { drawPasswords, writePasswords } from './postgres-logins.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.ts';

/** Starts an empty PostgreSQL for tests. Everything in it is deleted when it is stopped or when this process dies. */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lastro-throwaway-'));
  try {
    await copyFolder(`${await templateFolder()}/.`, folder);
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, isThrowaway: true });
    return {
      ...postgres,
      stop: () => postgres.stop().then(() => rm(folder, { recursive: true, force: true })),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Creating a cluster takes most of a second and copying one 50 ms, so a template is created once per checkout and cached with its
 * passwords.
 */
async function templateFolder(): Promise<string> {
  const programs = await findPostgresFolder();
  const folder = join(projectFolder, 'node_modules/.cache/lastro');
  const version = majorVersionOf(programs);
  const template = join(folder, `postgres-${version === '18' ? '18.4' : version}-locked`);
  if (await stat(template).catch(() => null)) return template;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(folder, 'draft-'));
  try {
    const clusterFolder = join(draft, 'postgres');
    const account = await choosePostgresAccount(programs, clusterFolder);
    await createCluster({ account, clusterFolder, isThrowaway: true });
    const passwords = drawPasswords();
    await changeLocks({ account, clusterFolder, disregardPid: null }, passwords.postgres);
    await writePasswords(draft, passwords);
    // Several test runs may get here concurrently; the later ones use the first one's template.
    await rename(draft, template).catch(() => {});
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return template;
}

/** The system's cp copies these thousand files three times as fast as Node's. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-R', '-p', from, to]);
}
