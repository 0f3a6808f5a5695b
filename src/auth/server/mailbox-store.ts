import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { Language } from '#platform/languages.ts';

/** Who a mail goes to. */
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

export async function readAddressee(sql: Sql, id: string): Promise<Addressee | null> {
  return asAddressee(await readOne<AddresseeRow>(sql, `SELECT ${columns} FROM customers WHERE id = $1`, [id]));
}

export async function readAddresseeByEmail(sql: Sql, email: string): Promise<Addressee | null> {
  return asAddressee(await readOne<AddresseeRow>(sql, `SELECT ${columns} FROM customers WHERE email = $1`, [email]));
}

function asAddressee(row: AddresseeRow | null): Addressee | null {
  return row && { id: row.id, email: row.email, language: row.language, isEmailConfirmed: row.is_email_confirmed };
}

/** The first time counts. */
export async function markEmailConfirmed(sql: Sql, id: string): Promise<void> {
  await sql.query('UPDATE customers SET email_confirmed_at = now() WHERE id = $1 AND email_confirmed_at IS NULL', [id]);
}

/** By whoever reads the customer's mail, which proves the address too. */
export async function replacePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.query(
    `UPDATE customers SET password_hash = $2, email_confirmed_at = coalesce(email_confirmed_at, now()) WHERE id = $1`,
    [id, passwordHash],
  );
}
