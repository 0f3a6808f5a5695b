import { hkdfSync } from 'node:crypto';
import { readOne, type Sql } from '#database/server/database.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { createSeal } from './seal.ts';

/** `unknown`: no server has started yet whose secret was recorded. */
export type SecretVerdict = 'right' | 'wrong' | 'unknown';

/** Compares the secret with the one that this database was begun with. */
export async function judgeSealSecret(sql: Sql, secret: string): Promise<SecretVerdict> {
  const kept = await readOne<{ mark: Buffer | null }>(sql, 'SELECT mark FROM secret_mark');
  if (kept?.mark) return kept.mark.equals(markOf(secret)) ? 'right' : 'wrong';
  return kept || (await opensWhatIsSealed(sql, secret)) ? 'unknown' : 'wrong';
}

/**
 * Refuses to go on with another secret than before: codes of authenticator apps would all be wrong, and holders would not be recognised. The
 * first server to start records its own, unless apps exist that it does not open.
 *
 * @throws PlainFailure
 */
export async function requireSealSecret(sql: Sql, secret: string): Promise<void> {
  if ((await judgeSealSecret(sql, secret)) === 'unknown')
    await sql.query(
      `INSERT INTO secret_mark (mark) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET mark = excluded.mark WHERE secret_mark.mark IS NULL`,
      [markOf(secret)],
    );
  if ((await judgeSealSecret(sql, secret)) !== 'right') throw new PlainFailure(`${otherSecret} ${otherSecretRemedy}`);
}

export const otherSecret =
  'SECOND_KEY_SECRET, or the file DATA_DIR/second-key-secret, is not the secret with which this database was begun: no authenticator app would be recognised.';

export const otherSecretRemedy =
  'Put the former secret back, the same on every server. If it is lost, see docs/operations.md, “The secret of second factors”.';

function markOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'lastro secret mark', 32));
}

/** Of databases from before marks: a sample of the apps. One alone may be damaged, or from a secret that was lost. */
async function opensWhatIsSealed(sql: Sql, secret: string): Promise<boolean> {
  const seal = createSeal(() => secret);
  const apps = await sql.query<{ owner: string; sealed: Buffer }>(
    `(SELECT customer_id AS owner, sealed_secret AS sealed FROM authenticator_apps ORDER BY added_at DESC LIMIT 20)
     UNION ALL (SELECT staff_id, sealed_secret FROM staff_apps ORDER BY added_at DESC LIMIT 20)`,
  );
  return apps.length === 0 || apps.some(({ owner, sealed }) => seal.open(sealed, owner) !== null);
}
