import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSandboxOperations } from '../../../db/sandbox-operations.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Row {
  id: string;
  source: string;
  happened_at: Date;
}

const read = (): Promise<Row[]> => world.db.query('SELECT id, source, happened_at FROM operations ORDER BY id');
const from = new Date('2026-02-02T00:00:00Z');

test('[H3] the sandbox feed is labelled as such, never reaches into the future, and is deterministic', async () => {
  await importSandboxOperations(world.db, from, new Date('2026-02-16T10:00:00Z'));
  const rows = await read();
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['sandbox']));
  expect(rows.every(({ happened_at }) => happened_at <= new Date('2026-02-16T10:00:00Z'))).toBe(true);
  await importSandboxOperations(world.db, from, new Date('2026-02-16T10:00:00Z'));
  expect(await read()).toEqual(rows);
});
