import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { lineage } from './testing/lineage.ts';
import { stake } from './testing/report.ts';

/** The part of the migration that counts what happened before it. */
const migration = readFileSync(join(projectFolder, 'db/migrations/0630_new_capital.sql'), 'utf8');
const counting = migration.slice(migration.indexOf('CREATE TEMPORARY TABLE own_steps'));

const counters = `
  SELECT 'member' AS what, customer_id AS id, contributed AS own, high_water, used FROM network_capital
  UNION ALL SELECT 'tree', root_id, capital, high_water, used FROM network_trees ORDER BY what, id`;

test('[W2] a database from before has the same counters as one in which they were always kept', async () => {
  const world = await openCopytradeWorld();
  const [top, ana, bia] = await lineage(world, ['Top', 'Ana', 'Bia']);
  const eva = await world.investor({ isEmailConfirmed: true, ...(top && { broughtBy: top }) });
  const takeOut = (amount: number) => eva.post('/api/withdraw', { amount, user: eva.id, currency: 'usdt' });
  if (!ana || !bia) throw new Error('there is no lineage');
  await world.investor({ broughtBy: bia });
  await world.bring(ana, '500');
  await stake(ana, 300);
  await world.bring(eva, '1000');
  await stake(eva, 100);
  expect((await takeOut(700)).statusCode).toBe(201);
  await world.bring(bia, '250.5');
  await stake(bia, 90);
  world.forward(30);
  await world.settle();
  expect((await takeOut(310)).statusCode).toBe(201);
  const owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
  try {
    const kept = (await owner.query(counters)).rows as object[];
    expect(kept).toHaveLength(5);
    await owner.query('BEGIN');
    await owner.query('DELETE FROM network_capital; DELETE FROM network_trees');
    await owner.query(counting);
    expect((await owner.query(counters)).rows).toEqual(kept);
    await owner.query('ROLLBACK');
  } finally {
    await owner.end();
    await world.close();
  }
});
