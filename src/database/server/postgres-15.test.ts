import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import type { EmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { addTestKinds } from '#ledger/server/testing/test-kinds.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { buildWorld } from '#testing/server/build-world.ts';
import type { World } from '#testing/server/world.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readSchema } from './testing/read-schema.ts';

/**
 * The oldest supported PostgreSQL, as packaged by Debian 12 (`apt-get install postgresql-15`); every other test runs on the bundled one,
 * 18. To run all of them on 15: `TEST_POSTGRES_FOLDER=/usr/lib/postgresql/15 npx vitest run --project server`.
 */
const folder = '/usr/lib/postgresql/15';
const isThere = existsSync(join(folder, 'bin/postgres'));
if (!isThere) console.warn('PostgreSQL 15 is not installed: that the product works on it was not tested.');

describe.skipIf(!isThere)('PostgreSQL 15', () => {
  let postgres: EmbeddedPostgres;
  let world: World;
  const before = process.env.TEST_POSTGRES_FOLDER;

  beforeAll(async () => {
    process.env.TEST_POSTGRES_FOLDER = folder;
    try {
      postgres = await startThrowawayPostgres();
    } finally {
      if (before === undefined) delete process.env.TEST_POSTGRES_FOLDER;
      else process.env.TEST_POSTGRES_FOLDER = before;
    }
    await createDatabase(postgres.databaseUrl, 'lastro');
    await migrate(postgres.databaseUrl('lastro', 'lastro_owner'), { isThrowaway: true });
    const [url, adminUrl] = [postgres.databaseUrl('lastro', 'lastro_app'), postgres.databaseUrl('lastro')];
    await addTestKinds((statement) => askAsOwner(adminUrl, statement));
    world = await buildWorld({ ...openDatabase({ url }), url, adminUrl });
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await postgres.stop();
  });

  test('[O1] it is 15, and the migrations produce the same schema as on 18', async () => {
    expect((await world.db.query('SHOW server_version_num'))[0]).toMatchObject({
      server_version_num: expect.stringMatching(/^15/),
    });
    const schema = readFileSync(join(projectFolder, 'db', 'schema.sql'), 'utf8');
    expect(plain(schema)).toContain(plain(await readSchema(world.db)));
  });

  test('[O1] [S7] deposits, stakes, maturities and cancellations work there, and the books balance', async () => {
    const ana = await world.investor({ balance: '1000.00' });
    const open = async (amount: number) =>
      (await ana.post('/api/stake', { amount, time_stake: 30 })).json<{ Id: string }>().Id;
    const [early] = [await open(100), await open(50)];
    expect((await ana.post(`/api/stake/${early}`, {})).statusCode).toBe(200);
    expect((await ana.post('/api/vault/subscribe', { terms: true })).statusCode).toBeLessThan(300);
    expect((await ana.post('/api/vault/deposit', { amount: 100 })).statusCode).toBe(201);
    world.forward(30);
    await world.settle();
    expect(await ana.balance()).toBe(1000 - 40 - 50 + 55 - 100);
    for (const url of ['/api/homereport', '/api/equity', '/api/statement', `/api/explanations/${ana.id}/balance`])
      expect([url, (await ana.get(url)).statusCode]).toEqual([url, 200]);
    expect(await world.audit()).toEqual([]);
  });
});

/** The two versions print a view with its tables' short names before its columns, and without. */
function plain(text: string): string {
  return text.replaceAll(/\b[a-z]\.(?=[a-z_])/g, '');
}
