import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '#platform/server/free-port.ts';
import { readLaunchConfig, settleLaunch } from './launch-settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-launch-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const settle = (env: Record<string, string>) => settleLaunch(readLaunchConfig(env), env);

it('brings its own database and sandbox brokerage when nothing is set', async () => {
  const port = await freePort();
  const settings = await settle({ DATA_DIR: dataDir, PORT: String(port) });
  expect(settings).toMatchObject({ mode: 'sandbox', databaseUrl: null, host: '127.0.0.1', port });
  expect(settings.brokerageUrl).toBe(`http://127.0.0.1:${settings.sandboxPort}`);
  expect(settings.ratesUrl).toBe(`${settings.brokerageUrl}/json/last/USD-BRL`);
});

it('keeps the token of the sandbox brokerage, readable by the owner only', async () => {
  const first = await settle({ DATA_DIR: dataDir, PORT: '0' });
  const second = await settle({ DATA_DIR: dataDir, PORT: '0' });
  expect(second.brokerageToken).toBe(first.brokerageToken);
  expect(readFileSync(join(dataDir, 'brokerage-token'), 'utf8')).toBe(first.brokerageToken);
  expect(statSync(join(dataDir, 'brokerage-token')).mode & 0o777).toBe(0o600);
});

it('starts no sandbox brokerage when another brokerage is configured', async () => {
  const brokerage = { MODE: 'sandbox', BROKERAGE_URL: 'https://broker.example/api', BROKERAGE_TOKEN: 'theirs' };
  const settings = await settle({ DATA_DIR: dataDir, PORT: '0', ...brokerage });
  expect(settings).toMatchObject({
    sandboxPort: null,
    brokerageUrl: 'https://broker.example/api',
    brokerageToken: 'theirs',
  });
});

it('refuses production without a PostgreSQL of its own', () => {
  expect(() =>
    readLaunchConfig({ MODE: 'production', DATA_DIR: dataDir, BROKERAGE_URL: 'https://broker.example' }),
  ).toThrow(/^DATABASE_URL is not set: /);
});

it('reports in one sentence that a port is taken', async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const sentence = `Port ${port} on 127.0.0.1 is in use by another program: stop it, or set PORT to another port.`;
  await expect(settle({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toThrow(sentence);
  other.close();
});
