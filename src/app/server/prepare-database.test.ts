import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import type { Mode } from '#database/server/installation-mode.ts';
import { migrate } from '#database/server/migrate.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { prepareDatabase } from './prepare-database.ts';
import { builtProgram } from '#testing/server/built-program.ts';
import { productionEnv } from '#testing/server/production-env.ts';

const root = mkdtempSync(join(tmpdir(), 'lastro-modes-'));
const dataDir = join(root, 'served');
let postgres: EmbeddedPostgres;
let databases = 0;
/** The program is started anew for each test, which takes time on a busy machine. */
const patience = 180_000;

/** Not a throw-away database: the server refuses one that may lose what it has confirmed. */
beforeAll(async () => {
  mkdirSync(dataDir);
  postgres = await startEmbeddedPostgres({ dataDir: join(root, 'data'), log: () => {} });
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

async function open(mode: Mode): Promise<{ url: string; adminUrl: string }> {
  const name = `installation_${++databases}`;
  await createDatabase(postgres.databaseUrl, name);
  await migrate(postgres.databaseUrl(name, 'lastro_owner'), { mode });
  return { url: postgres.databaseUrl(name, 'lastro_app'), adminUrl: postgres.databaseUrl(name) };
}

/** Runs the server program itself, as an operator's own supervisor would. Returns its last output. */
async function serve(env: Record<string, string>): Promise<string> {
  const kept = Object.fromEntries(['PATH', 'HOME'].map((name) => [name, process.env[name] ?? '']));
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: { ...kept, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env },
  });
  const [said] = await Promise.all([text(child.stderr), text(child.stdout)]);
  return said.trim();
}

test('[L1] a production database started once without MODE does not become a demo', { timeout: patience }, async () => {
  const db = await open('production');
  const words = await serve({ DATABASE_URL: db.url });
  expect(words).toMatch(/^MODE is not set, but DATABASE_URL is: set MODE=production/);
  const sandbox = await serve({ DATABASE_URL: db.url, MODE: 'sandbox' });
  expect(sandbox).toMatch(/^This database belongs to a Lastro in production, permanently, but MODE is sandbox: /);
  const launcher = { runtime: db.url, owner: null };
  await expect(prepareDatabase(launcher, { mode: 'sandbox', isStrict: false })).rejects.toThrow(
    'belongs to a Lastro in production',
  );
  expect(await askAsOwner(db.adminUrl, 'SELECT FROM customers')).toEqual([]);
  expect(readdirSync(dataDir)).toEqual([]);
});

test(
  '[L1] production refuses to start on a sandbox, and the server itself says so',
  { timeout: patience },
  async () => {
    const db = await open('sandbox');
    expect(await serve({ ...productionEnv, DATABASE_URL: db.url })).toMatch(
      /^This database belongs to a sandbox, permanently, /,
    );
  },
);

test('[L1] [A6] a program refuses another secret than the database was begun with', { timeout: patience }, async () => {
  const db = await open('production');
  await askAsOwner(db.adminUrl, `INSERT INTO secret_mark (mark) VALUES ('\\x00')`);
  expect(await serve({ ...productionEnv, DATABASE_URL: db.url })).toMatch(/^SECOND_KEY_SECRET, .* Put the former/);
});

test('[L5] production refuses to serve with an over-privileged login', { timeout: patience }, async () => {
  const db = await open('production');
  const said = await serve({ ...productionEnv, DATABASE_URL: db.adminUrl });
  expect(said).toMatch(/^The login postgres has more rights than Lastro needs, .*: it is a superuser\. /);
  const listening = await serve({ ...productionEnv, DATABASE_URL: db.url, DATABASE_LISTEN_URL: db.adminUrl });
  expect(listening).toMatch(/^The login postgres has more rights/);
  const launcher = { runtime: db.adminUrl, owner: null };
  await expect(prepareDatabase(launcher, { mode: 'production', isStrict: true })).rejects.toThrow('it is a superuser');
});

test(
  '[L5] the server runs no migrations, and refuses to start on a database that lacks one',
  { timeout: patience },
  async () => {
    const db = await open('production');
    await askAsOwner(db.adminUrl, 'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
    const said = await serve({ ...productionEnv, DATABASE_URL: db.url, DATABASE_MIGRATE_URL: db.adminUrl });
    expect(said).toMatch(
      /^This database lacks 1 of this Lastro’s migrations: set DATABASE_MIGRATE_URL to the login of its owner/,
    );
  },
);
