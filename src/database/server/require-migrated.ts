import { readOne, type Sql } from './database.ts';
import { codeOf } from './is-lost.ts';
import { countMigrations } from './migrate.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

const noSuchTable = '42P01';

/** The product's own login creates no tables, so all of them must have been created by another. */
export async function requireMigrated(sql: Sql): Promise<void> {
  const missing = await countMissing(sql);
  if (missing <= 0) return;
  throw new PlainFailure(
    `This database lacks ${missing} of this Lastro’s migrations: set DATABASE_MIGRATE_URL to the login of its owner, run ` +
      '"npm run lastro -- migrate", and start again.',
  );
}

export async function countMissing(sql: Sql): Promise<number> {
  const applied = await readOne<{ count: bigint }>(sql, 'SELECT count(*) AS count FROM migrations').catch((error) => {
    if (codeOf(error) === noSuchTable) return { count: 0n };
    throw error;
  });
  return countMigrations() - Number(applied?.count ?? 0n);
}
