import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PlainFailure } from '#platform/server/plain-failure.ts';

const run = promisify(execFile);

/** The distribution's programs that generate the load, each in its own process beside the server's. */
export function requirePrograms(): { pgbench: string; wrk: string } {
  const pgbench = findPgbench();
  const wrk = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'].find((path) => existsSync(path));
  if (pgbench && wrk) return { pgbench, wrk };
  throw new PlainFailure(
    'the bench needs pgbench and wrk: on Debian, run "sudo apt-get install postgresql-contrib wrk".',
  );
}

/** Debian installs it in a versioned folder outside PATH. */
function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  return [...folders.map((version) => join(versions, version, 'bin', 'pgbench')), '/usr/bin/pgbench'].find((path) =>
    existsSync(path),
  );
}

export async function runProgram(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { stdout, stderr } = await run(program, args, {
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}
