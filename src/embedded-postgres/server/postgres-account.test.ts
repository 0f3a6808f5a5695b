import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

let root = '';
const path = process.env.PATH;
const stranger = 54321;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lastro-account-'));
  chmodSync(root, 0o755);
});
afterEach(() => void (process.env.PATH = path));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Only the bundled PostgreSQL is started by root like this. */
const isOwn = process.env.TEST_POSTGRES_FOLDER === undefined;

describe.runIf(process.getuid?.() === 0 && isOwn)('started by root, PostgreSQL runs as another user', () => {
  it('in a user namespace, with files still owned by root', async () => {
    const dataDir = join(root, 'namespace');
    await startAndStop(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  });

  it('in a namespace, below a folder that only another user may enter', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed);
    chownSync(closed, stranger, stranger);
    chmodSync(closed, 0o700);
    await startAndStop(join(closed, 'data'));
  });

  it('as nobody where namespaces are unavailable, also on data created in one', async () => {
    const dataDir = join(root, 'namespace');
    process.env.PATH = searchPathWithoutUnshare();
    await startAndStop(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534);
    process.env.PATH = path;
    await startAndStop(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534);
  });
});

async function startAndStop(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await postgres.stop();
}

function searchPathWithoutUnshare(): string {
  const folder = join(root, 'bin');
  mkdirSync(folder);
  symlinkSync('/bin/sh', join(folder, 'sh'));
  return folder;
}
