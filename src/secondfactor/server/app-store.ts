import { readOne, type Sql, type Tx } from '#database/server/database.ts';

interface SealedRow {
  sealed_secret: Buffer;
  added_at: Date;
}

export async function readApp(sql: Sql, customerId: string): Promise<{ sealedSecret: Buffer; addedAt: Date } | null> {
  const row = await readOne<SealedRow>(
    sql,
    'SELECT sealed_secret, added_at FROM authenticator_apps WHERE customer_id = $1 AND cell = cell_of($1)',
    [customerId],
  );
  return row && { sealedSecret: row.sealed_secret, addedAt: row.added_at };
}

/** Spends a time step; false when it was already spent. Of any number of concurrent calls with one code, one succeeds. */
export async function spendStep(tx: Tx, customerId: string, step: number): Promise<boolean> {
  const spent = await tx.query(
    `UPDATE authenticator_apps SET last_step = $2
     WHERE customer_id = $1 AND cell = cell_of($1) AND last_step < $2 RETURNING customer_id`,
    [customerId, step],
  );
  return spent.length === 1;
}

interface Setup {
  customerId: string;
  sessionHash: Buffer;
  sealedSecret: Buffer;
  expiresAt: Date;
}

/** Stores a set-up. A customer has at most one; the latest replaces any other. */
export async function keepSetup(tx: Tx, { customerId, sessionHash, sealedSecret, expiresAt }: Setup): Promise<void> {
  await tx.query(
    `INSERT INTO authenticator_setups (customer_id, cell, session_hash, sealed_secret, expires_at)
     VALUES ($1, cell_of($1), $2, $3, $4)
     ON CONFLICT (customer_id, cell) DO UPDATE SET session_hash = $2, sealed_secret = $3, expires_at = $4`,
    [customerId, sessionHash, sealedSecret, expiresAt],
  );
}

/** The secret shown to this session that still waits for its first code. */
export async function readSetup(sql: Sql, customerId: string, sessionHash: Buffer, now: Date): Promise<Buffer | null> {
  const row = await readOne<{ sealed_secret: Buffer }>(
    sql,
    `SELECT sealed_secret FROM authenticator_setups
     WHERE customer_id = $1 AND cell = cell_of($1) AND session_hash = $2 AND expires_at > $3`,
    [customerId, sessionHash, now],
  );
  return row && row.sealed_secret;
}

/** Turns the set-up into the customer's app and spends the confirming code. False when another call was first. */
export async function adoptSetup(
  tx: Tx,
  customerId: string,
  sealed: Buffer,
  step: number,
  now: Date,
): Promise<boolean> {
  const adopted = await tx.query(
    `WITH setup AS (
       DELETE FROM authenticator_setups WHERE customer_id = $1 AND cell = cell_of($1) AND sealed_secret = $2
       RETURNING customer_id, cell, sealed_secret
     )
     INSERT INTO authenticator_apps (customer_id, cell, sealed_secret, last_step, added_at)
     SELECT customer_id, cell, sealed_secret, $3, $4 FROM setup
     ON CONFLICT (customer_id, cell) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = $3, added_at = $4
     RETURNING customer_id`,
    [customerId, sealed, step, now],
  );
  return adopted.length === 1;
}

export async function deleteApp(tx: Tx, customerId: string): Promise<boolean> {
  const gone = await tx.query(
    'DELETE FROM authenticator_apps WHERE customer_id = $1 AND cell = cell_of($1) RETURNING customer_id',
    [customerId],
  );
  return gone.length === 1;
}
