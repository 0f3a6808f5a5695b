import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the operator's commands find what runs on a DATA_DIR: written when the server is ready, gone after a clean stop. */
export interface RunningInstallation {
  pid: number;
  mode: string;
  host: string;
  port: number;
  databaseUrl: string;
  brokerageUrl: string;
  brokerageToken: string;
}

export function writeRunningFile(dataDir: string, running: RunningInstallation): void {
  const draft = `${runningFile(dataDir)}.${process.pid}`;
  // It holds the keys to the database and the brokerage: for the owner's eyes only.
  writeFileSync(draft, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, runningFile(dataDir));
}

export function removeRunningFile(dataDir: string): void {
  rmSync(runningFile(dataDir), { force: true });
}

export function runningFile(dataDir: string): string {
  return join(dataDir, 'running.json');
}
