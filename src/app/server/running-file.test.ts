import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeRunningFiles, writeRunningFiles } from './running-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-running-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const secrets = ['runtime-password', 'admin-password', 'brokerage-password', 'brokerage-token'];
const [runtime, admin, brokerage, token] = secrets;
const keys = {
  databaseUrl: `postgresql://lastro_app:${runtime}@localhost/lastro`,
  adminUrl: `postgresql://postgres:${admin}@localhost/lastro`,
  brokerageUrl: `https://lastro:${brokerage}@api.example`,
  brokerageToken: String(token),
};

test('[L1] running.json says where Lastro runs and holds no secret; the file with the secrets is readable by its owner only', () => {
  writeRunningFiles(dataDir, { pid: 7, mode: 'sandbox', host: '127.0.0.1', port: 8080, consoleUrl: '' }, keys);
  const said = readFileSync(join(dataDir, 'running.json'), 'utf8');
  expect(JSON.parse(said)).toEqual({ pid: 7, mode: 'sandbox', host: '127.0.0.1', port: 8080, consoleUrl: '' });
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(JSON.parse(readFileSync(join(dataDir, 'running-keys.json'), 'utf8'))).toEqual(keys);
  for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
});

test('[L1] a clean stop removes both', () => {
  removeRunningFiles(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});
