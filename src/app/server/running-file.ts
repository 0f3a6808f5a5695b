import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the operator's commands find what runs on a DATA_DIR: written when the server is ready, gone after a clean stop. */
export interface RunningInstallation {
  pid: number;
  mode: string;
  host: string;
  port: number;
  /** Where the staff finds the console; empty: there is none. */
  consoleUrl: string;
}

/** What they need to come in. It is kept apart, so that what says where Lastro runs can be shown to anybody. */
export interface RunningKeys {
  /** As the product works on it. */
  databaseUrl: string;
  /** The built-in database's superuser, who alone can copy it; null for a PostgreSQL of one's own. */
  adminUrl: string | null;
  /** An address may hold a password as well. */
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
