import { readOne, type Sql, type Tx } from '#database/server/database.ts';

export interface PasskeyRecord {
  id: string;
  customerId: string;
  credentialId: string;
  publicKey: Buffer;
  transports: string[];
  name: string;
  isSynced: boolean;
  counter: number;
  addedAt: Date;
  lastUsedAt: Date | null;
}

interface PasskeyRow {
  id: string;
  customer_id: string;
  credential_id: string;
  public_key: Buffer;
  transports: string[];
  name: string;
  is_synced: boolean;
  counter: bigint;
  added_at: Date;
  last_used_at: Date | null;
}

const columns =
  'id, customer_id, credential_id, public_key, transports, name, is_synced, counter, added_at, last_used_at';

function asRecord(row: PasskeyRow): PasskeyRecord {
  return {
    id: row.id,
    customerId: row.customer_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    transports: row.transports,
    name: row.name,
    isSynced: row.is_synced,
    counter: Number(row.counter),
    addedAt: row.added_at,
    lastUsedAt: row.last_used_at,
  };
}

export async function readPasskeys(sql: Sql, customerId: string): Promise<PasskeyRecord[]> {
  const rows = await sql.query<PasskeyRow>(
    `SELECT ${columns} FROM passkeys WHERE customer_id = $1 AND cell = cell_of($1) ORDER BY added_at, id`,
    [customerId],
  );
  return rows.map(asRecord);
}

export async function readPasskey(sql: Sql, customerId: string, credentialId: string): Promise<PasskeyRecord | null> {
  const row = await readOne<PasskeyRow>(
    sql,
    `SELECT ${columns} FROM passkeys WHERE customer_id = $1 AND cell = cell_of($1) AND credential_id = $2`,
    [customerId, credentialId],
  );
  return row && asRecord(row);
}

/** False when the passkey is already registered in the customer's cell. */
export async function insertPasskey(tx: Tx, passkey: PasskeyRecord): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO passkeys (cell, ${columns}) VALUES (cell_of($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT ON CONSTRAINT a_passkey_belongs_to_one_customer DO NOTHING RETURNING id`,
    [
      passkey.id,
      passkey.customerId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.transports,
      passkey.name,
      passkey.isSynced,
      passkey.counter,
      passkey.addedAt,
      passkey.lastUsedAt,
    ],
  );
  return added.length === 1;
}

/** Records a use. A counter that did not grow is recorded but refuses nothing: those of synced passkeys never grow. */
export async function notePasskeyUse(
  tx: Tx,
  { id, customerId }: Pick<PasskeyRecord, 'id' | 'customerId'>,
  { counter, isSynced }: Pick<PasskeyRecord, 'counter' | 'isSynced'>,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE passkeys SET last_used_at = $4, is_synced = $3, counter = greatest(counter, $2),
       counter_fell_at = CASE WHEN counter > 0 AND $2 <= counter THEN $4 ELSE counter_fell_at END
     WHERE id = $1 AND cell = cell_of($5)`,
    [id, counter, isSynced, now, customerId],
  );
}

export async function writePasskeyName(tx: Tx, customerId: string, id: string, name: string): Promise<boolean> {
  const named = await tx.query(
    'UPDATE passkeys SET name = $3 WHERE id = $1 AND customer_id = $2 AND cell = cell_of($2) RETURNING id',
    [id, customerId, name],
  );
  return named.length === 1;
}

export async function deletePasskey(tx: Tx, customerId: string, id: string): Promise<boolean> {
  const gone = await tx.query(
    'DELETE FROM passkeys WHERE id = $1 AND customer_id = $2 AND cell = cell_of($2) RETURNING id',
    [id, customerId],
  );
  return gone.length === 1;
}
