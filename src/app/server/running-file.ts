import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lets the operator's commands find what runs on a DATA_DIR: written when the server is ready, removed by a clean stop. */
export interface RunningInstallation {
  pid: number;
  mode: string;
  host: string;
  port: number;
  /** The console's address for the staff; empty if there is no console. */
  consoleUrl: string;
}

/** The credentials that the commands need. Stored separately, so that the file saying where Lastro runs can be shown to anybody. */
export interface RunningKeys {
  /** The login that the product itself uses. */
  databaseUrl: string;
  /** The embedded database's superuser, which alone can copy it; null for an operator's own PostgreSQL. */
  adminUrl: string | null;
  /** Here because a URL may contain a password. */
  brokerageUrl: string;
  brokerageToken: string;
}

export function writeRunningFiles(dataDir: string, running: RunningInstallation, keys: RunningKeys): void {
  writeWhole(keysFile(dataDir), keys);
  writeWhole(runningFile(dataDir), running);
}

function writeWhole(file: string, content: object): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

export function removeRunningFiles(dataDir: string): void {
  for (const file of [runningFile(dataDir), keysFile(dataDir)]) rmSync(file, { force: true });
}

export function runningFile(dataDir: string): string {
  return join(dataDir, 'running.json');
}

export function keysFile(dataDir: string): string {
  return join(dataDir, 'running-keys.json');
}
