import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readSchema } from './testing/read-schema.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';

const file = join(projectFolder, 'db', 'schema.sql');

/** `PRINT=1` writes the file; otherwise it must match what the migrations create. */
test('db/schema.sql matches the migrations', async () => {
  const db = await cloneDatabase();
  const schema = `-- What the migrations make, for reading. Printed by src/database/server/schema.test.ts.\n\n${await readSchema(db)}`;
  await db.close();
  if (process.env.PRINT) writeFileSync(file, schema);
  expect(readFileSync(file, 'utf8')).toBe(schema);
});
