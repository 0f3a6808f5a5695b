import { spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresEnvironment, type PostgresAccount } from './postgres-account.ts';
import { postgresProgram } from './postgres-binaries.ts';

interface Running {
  postmaster: ChildProcess;
  exited: Promise<unknown>;
  account: PostgresAccount;
  clusterFolder: string;
  /** Nothing in it is worth a checkpoint. */
  isThrowaway: boolean;
}

/**
 * Tries a fast shutdown first: sessions are rolled back and everything is written. Falls back to an immediate one if that takes too long.
 */
export async function stopPostmaster({
  postmaster,
  exited,
  account,
  clusterFolder,
  isThrowaway,
}: Running): Promise<void> {
  const hasEnded = () => postmaster.exitCode !== null || postmaster.signalCode !== null;
  if (process.platform === 'win32' && !hasEnded()) {
    const pgCtl = postgresProgram(account.folder, 'pg_ctl');
    const mode = isThrowaway ? 'immediate' : 'fast';
    spawnSync(pgCtl, ['stop', '-D', clusterFolder, '-m', mode, '-t', '30'], {
      env: postgresEnvironment(),
      stdio: 'ignore',
    });
  }
  const steps = isThrowaway ? (['SIGQUIT', 'SIGKILL'] as const) : (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const);
  for (const signal of steps) {
    if (hasEnded()) break;
    postmaster.kill(signal);
    await Promise.race([exited, sleep(30_000, undefined, { ref: false })]);
  }
  await exited;
}
