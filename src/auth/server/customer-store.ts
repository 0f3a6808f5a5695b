import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Language } from '#platform/languages.ts';
import { refuseAuth } from '../refusals.ts';
import { type TermsFees, termsVersion } from '../terms-versions.ts';

export interface NewCustomer {
  id: string;
  email: string;
  isEmailConfirmed: boolean;
  name: string;
  phone: string;
  birth: string;
  passwordHash: string;
  language: Language;
  code: string;
  referrerId: string | null;
  /** The fees in the accepted terms; defaults to those of the version. */
  termsFees?: TermsFees | undefined;
  /** Defaults to now, as does the acceptance of the terms. */
  registeredAt?: Date | undefined;
  termsAcceptedAt?: Date | undefined;
  /** Created on somebody's behalf: they accept the terms themselves, at their first login. */
  owesTerms?: boolean | undefined;
}

/**
 * Whether the customer was inserted: false if the referral code is taken, so that another can be tried.
 *
 * @throws Refusal `email_taken`, from the constraint: of two who register an address concurrently only one passes it
 */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<boolean> {
  try {
    const written = await tx.query(
      `INSERT INTO customers (id, email, email_confirmed_at, name, phone, birth, password_hash, language, code,
         referrer_id, terms_version, terms_fees, created_at, terms_accepted_at)
       VALUES ($1, $2, CASE WHEN $3 THEN coalesce($13, now()) END, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13, now()),
         CASE WHEN $11::text IS NOT NULL THEN coalesce($14, now()) END)
       ON CONFLICT ON CONSTRAINT code_belongs_to_one_customer DO NOTHING RETURNING id`,
      [
        customer.id,
        customer.email,
        customer.isEmailConfirmed,
        customer.name,
        customer.phone,
        customer.birth,
        customer.passwordHash,
        customer.language,
        customer.code,
        customer.referrerId,
        customer.owesTerms ? null : termsVersion,
        customer.termsFees ? JSON.stringify(customer.termsFees) : null,
        customer.registeredAt ?? null,
        customer.termsAcceptedAt ?? null,
      ],
    );
    return written.length === 1;
  } catch (error) {
    throw isTakenEmail(error) ? refuseAuth('email_taken') : error;
  }
}

function isTakenEmail(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'email_is_taken_once';
}

export interface Credentials {
  id: string;
  passwordHash: string;
}

export async function readCredentials(sql: Sql, email: string): Promise<Credentials | null> {
  const row = await readOne<{ id: string; password_hash: string }>(
    sql,
    'SELECT id, password_hash FROM customers WHERE email = $1',
    [email],
  );
  return row && { id: row.id, passwordHash: row.password_hash };
}

/** Whether this is still the customer's password; if so, nobody can change it before the transaction ends. */
export async function holdCredentials(tx: Tx, { id, passwordHash }: Credentials): Promise<boolean> {
  const rows = await tx.query('SELECT FROM customers WHERE id = $1 AND password_hash = $2 FOR SHARE', [
    id,
    passwordHash,
  ]);
  return rows.length === 1;
}

/** The same before changing it: a concurrent change waits, and then finds it changed. */
export async function holdForChange(tx: Tx, { id, passwordHash }: Credentials): Promise<boolean> {
  const row = await requireOne<{ password_hash: string }>(
    tx,
    'SELECT password_hash FROM customers WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  return row.password_hash === passwordHash;
}

/** Waits until logins and renewals of this customer have ended, and holds further ones until the transaction ends. */
export function waitForEntries(tx: Tx, id: string): void {
  tx.send('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [id]);
}

export async function readCredentialsById(
  sql: Sql,
  id: string,
): Promise<Credentials & { email: string; name: string }> {
  const row = await requireOne<{ email: string; name: string; password_hash: string }>(
    sql,
    'SELECT email, name, password_hash FROM customers WHERE id = $1',
    [id],
  );
  return { id, email: row.email, name: row.name, passwordHash: row.password_hash };
}

export async function writePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.query('UPDATE customers SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
}

/** The name of whoever has this referral code; null if nobody does, or nobody any more. */
export async function readNameByCode(sql: Sql, code: string): Promise<string | null> {
  const text = 'SELECT name FROM customers WHERE code = $1 AND erased_at IS NULL';
  return (await readOne<{ name: string }>(sql, text, [code]))?.name ?? null;
}

export async function readIdByCode(sql: Sql, code: string): Promise<string | null> {
  const row = await readOne<{ id: string }>(sql, 'SELECT id FROM customers WHERE code = $1', [code]);
  return row && row.id;
}
