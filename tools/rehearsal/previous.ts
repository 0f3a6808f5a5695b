import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { makeInvestors } from '../crash/load.ts';
import { Fleet } from './fleet.ts';
import type { RehearsalOptions, Report } from './report.ts';
import { type Ask, smoke } from './smoke.ts';

/**
 * While servers are replaced one after the other, the previous release runs on the new schema. So the last tagged release is built and used
 * from outside on a database with all of today's migrations. Until there is a release the present code is used, and the report says so.
 */
export function run(_options: RehearsalOptions): Promise<Report> {
  return play([]);
}

/** A made-up migration that removes what the previous release reads must be found. */
export function control(): Promise<string | undefined> {
  return play(['ALTER TABLE positions RENAME COLUMN amount TO principal;']).then(
    ({ findings }) => findings[0],
    // It does not even start, which counts as found.
    (error: unknown) => String(error),
  );
}

async function play(madeUp: readonly string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'lastro-previous-'));
  const migrations = join(folder, 'migrations');
  cpSync(join(projectFolder, 'db', 'migrations'), migrations, { recursive: true });
  for (const [at, sql] of madeUp.entries()) writeFileSync(join(migrations, `${9_000 + at}_made_up.sql`), sql);
  const release = lastRelease();
  const build = release ? buildRelease(release, join(folder, 'release')) : projectFolder;
  const fleet = new Fleet({ build, migrations });
  try {
    await fleet.begin();
    const server = await fleet.start('serve');
    fleet.address = `http://127.0.0.1:${server.port}`;
    const worker = await fleet.start('work');
    const findings = await use(fleet).catch((error: unknown) => [`it cannot be used: ${String(error)}`]);
    await Promise.all([fleet.end(server), fleet.end(worker)]);
    const what = release ?? 'the present code, because there is no release yet,';
    return {
      figures: `${what} on a database with every migration of today: used from outside, ${findings.length} findings`,
      findings,
    };
  } finally {
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function use(fleet: Fleet): Promise<string[]> {
  const [investor] = await makeInvestors(fleet, false, 1);
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(fleet.address + path, {
      method,
      headers: { authorization: investor?.token ?? '', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  };
  const published = await ask('GET', '/openapi.json');
  return smoke(ask, published.body as Parameters<typeof smoke>[1]);
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: projectFolder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** The last release before this code; null in a repository without releases, and outside a repository. */
function lastRelease(): string | null {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD') || null;
  } catch {
    return null;
  }
}

function buildRelease(tag: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  git('archive', '--output', archive, tag);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const built = spawnSync(process.execPath, [join(folder, 'scripts', 'begin.mjs'), 'build'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`${tag} could not be built:\n${built.stderr.slice(-2_000)}`);
  return folder;
}
