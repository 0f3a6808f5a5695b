import type pg from 'pg';
import { readOne, requireOne, type Sql } from './database.ts';
import { codeOf } from './is-lost.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** A sandbox holds play money and may be moved in time; production is neither. */
export type Mode = 'sandbox' | 'production';

const noSuchTable = '42P01';
const notWhatItWas = 'LB021';

/** The mode this database was stamped with; null when no Lastro with stamps has been started on it. */
export async function readStamp(sql: Sql): Promise<Mode | null> {
  const stamp = await readOne<{ mode: Mode }>(sql, 'SELECT mode FROM installation').catch((error: unknown) => {
    if (codeOf(error) === noSuchTable) return null;
    throw error;
  });
  return stamp?.mode ?? null;
}

/** Refuses a database of the other mode, before anything is done to it. */
export function requireSameMode(stamp: Mode | null, mode: Mode): void {
  if (stamp === null || stamp === mode) return;
  throw new PlainFailure(
    `This database belongs to a ${stamp === 'sandbox' ? 'sandbox' : 'Lastro in production'}, permanently, but MODE is ${mode}: ` +
      'use another database, or set MODE to match.',
  );
}

/**
 * Records once, as the owner, what this database is. One from before stamps existed is recognised by its contents: production is never
 * started on a sandbox's, nor a sandbox on one that holds real customers.
 */
export async function stampMode(client: pg.Client, mode: Mode): Promise<void> {
  try {
    await client.query('INSERT INTO installation (mode) SELECT $1 WHERE NOT EXISTS (SELECT FROM installation)', [mode]);
  } catch (error) {
    if (codeOf(error) !== notWhatItWas) throw error;
    throw new PlainFailure(`This database cannot be run with MODE=${mode}: ${(error as Error).message}.`);
  }
}

/** The server's check before it serves. Whatever was done to a database meanwhile, production must hold nothing that only a sandbox has. */
export async function requireStamp(sql: Sql, mode: Mode): Promise<void> {
  const stamp = await readStamp(sql);
  requireSameMode(stamp, mode);
  if (stamp === null) {
    throw new PlainFailure(
      'This database has no mode yet: set DATABASE_MIGRATE_URL to the login of its owner, run ' +
        `"MODE=${mode} npm run lastro -- migrate", and start again.`,
    );
  }
  if (mode === 'sandbox') return;
  const { traces } = await requireOne<{ traces: string[] }>(
    sql,
    'SELECT ARRAY(SELECT traces_of_the_sandbox()) AS traces',
  );
  if (traces.length > 0)
    throw new PlainFailure(
      `This database cannot be run in production: it holds data that only a sandbox has: ${traces.join(', ')}.`,
    );
}
