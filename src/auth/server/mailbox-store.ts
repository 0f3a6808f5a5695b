import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Language } from '#platform/languages.ts';

/** The recipient of an email. */
export interface Addressee {
  id: string;
  email: string;
  language: Language;
  isEmailConfirmed: boolean;
}

interface AddresseeRow {
  id: string;
  email: string;
  language: Language;
  is_email_confirmed: boolean;
}

const columns = 'id, email, language, email_confirmed_at IS NOT NULL AS is_email_confirmed';

/** Null for a customer who has been erased: there is nobody to write to. */
export async function readAddressee(sql: Sql, id: string): Promise<Addressee | null> {
  return asAddressee(
    await readOne<AddresseeRow>(sql, `SELECT ${columns} FROM customers WHERE id = $1 AND erased_at IS NULL`, [id]),
  );
}

export async function readAddresseeByEmail(sql: Sql, email: string): Promise<Addressee | null> {
  return asAddressee(await readOne<AddresseeRow>(sql, `SELECT ${columns} FROM customers WHERE email = $1`, [email]));
}

function asAddressee(row: AddresseeRow | null): Addressee | null {
  return row && { id: row.id, email: row.email, language: row.language, isEmailConfirmed: row.is_email_confirmed };
}

/** Only the first confirmation is recorded. */
export async function markEmailConfirmed(sql: Sql, id: string): Promise<void> {
  await sql.query(
    'UPDATE customers SET email_confirmed_at = now() WHERE id = $1 AND email_confirmed_at IS NULL AND erased_at IS NULL',
    [id],
  );
}

/** For a reset by email, which also proves the address. Returns whether nobody had confirmed it before. */
export async function replacePassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
  const row = await requireOne<{ was_confirmed: boolean }>(
    tx,
    `WITH before AS MATERIALIZED (SELECT id, email_confirmed_at FROM customers WHERE id = $1 FOR NO KEY UPDATE)
     UPDATE customers c SET password_hash = $2, email_confirmed_at = coalesce(c.email_confirmed_at, now()) FROM before b
     WHERE c.id = b.id RETURNING b.email_confirmed_at IS NOT NULL AS was_confirmed`,
    [id, passwordHash],
  );
  return !row.was_confirmed;
}
