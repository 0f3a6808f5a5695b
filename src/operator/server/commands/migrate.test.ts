import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#database/server/database.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { countMigrations } from '#database/server/migrate.ts';
import { requirePlainLogin } from '#database/server/require-plain-login.ts';
import { typeCommand } from '../testing/type-command.ts';

let postgres: EmbeddedPostgres;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastro-migrate-'));
  // Not a throw-away database: Lastro stores no money in one that may lose it.
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} });
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

const migrate = (env: Record<string, string>) => typeCommand(['migrate', '--json'], env);

async function makeDatabase(name: string): Promise<{ owner: string; runtime: string }> {
  await createDatabase(postgres.databaseUrl, name);
  return { owner: postgres.databaseUrl(name, 'lastro_owner'), runtime: postgres.databaseUrl(name, 'lastro_app') };
}

test('[L1] requires the owner’s login, and the mode the first time', async () => {
  const nowhere = await migrate({});
  expect([nowhere.exit, JSON.parse(nowhere.out)]).toMatchObject([1, { code: 'no_owner' }]);
  const { owner } = await makeDatabase('unsaid');
  const unsaid = await migrate({ DATABASE_MIGRATE_URL: owner });
  expect([unsaid.exit, JSON.parse(unsaid.out)]).toMatchObject([1, { code: 'mode_unknown' }]);
});

test('[L1] creates every table, stamps the mode once, journals itself, and gives the product a login that owns nothing', async () => {
  const { owner, runtime } = await makeDatabase('real');
  const file = join(folder, 'owner');
  await writeFile(file, `${owner}\n`, { mode: 0o600 });
  const first = await migrate({ DATABASE_MIGRATE_URL_FILE: file, MODE: 'production' });
  expect([first.exit, JSON.parse(first.out)]).toMatchObject([0, { mode: 'production' }]);
  expect(JSON.parse(first.out).applied).toHaveLength(countMigrations());
  const again = await migrate({ DATABASE_MIGRATE_URL: owner });
  expect(JSON.parse(again.out)).toEqual({ mode: 'production', applied: [] });
  const other = await migrate({ DATABASE_MIGRATE_URL: owner, MODE: 'sandbox' });
  expect([other.exit, JSON.parse(other.out).message]).toEqual([
    1,
    expect.stringContaining('belongs to a Lastro in production'),
  ]);

  const db = openDatabase({ url: runtime, connections: 1 });
  await requirePlainLogin(db);
  expect(await db.query(`SELECT operator, action FROM actions`)).toEqual(
    [1, 2].map(() => ({ operator: 'operator-of-tests', action: 'migrate' })),
  );
  expect(await db.query('SELECT mode FROM installation')).toEqual([{ mode: 'production' }]);
  const asRuntime = await migrate({ DATABASE_MIGRATE_URL: runtime });
  expect(asRuntime.out).toContain('The tables of this database belong to lastro_owner');
  await db.close();
});

test('[L1] refuses a database of another version, naming its unknown migration', async () => {
  const { owner } = await makeDatabase('earlier');
  expect((await migrate({ DATABASE_MIGRATE_URL: owner, MODE: 'sandbox' })).exit).toBe(0);
  const db = openDatabase({ url: owner, connections: 1 });
  await db.query(`INSERT INTO migrations (name, run_on) VALUES ('0100_stakes', now())`);
  await db.close();
  const refused = await migrate({ DATABASE_MIGRATE_URL: owner });
  expect(refused.exit).toBe(1);
  expect(refused.out).toContain('0100_stakes');
});
