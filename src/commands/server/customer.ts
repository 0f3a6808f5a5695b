import { readEmail } from '#platform/typed/read-email.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Looking } from './declaration.ts';
import { readStandingOfCustomer, type Standing } from './standing.ts';
import { CommandRefused } from './refused.ts';

export interface CustomerRow {
  id: string;
  email: string;
  name: string;
  phone: string;
  code: string;
  created_at: Date;
}

/** What a command on a customer names: them, by id. */
export const aboutCustomer = { customer: 'customer' } as const;

const byAddress =
  'SELECT id, email, name, phone, code, created_at FROM customers WHERE email = $1 AND erased_at IS NULL';

/** Finds a customer by address; erased customers are not found. */
export async function requireCustomer(sql: Sql, email: string): Promise<CustomerRow> {
  return found(await readOne<CustomerRow>(sql, byAddress, [readEmail(email) ?? email]), email);
}

/** The same for callers that write about the customer: prevents erasure until the transaction ends, and waits for one in progress. */
export async function holdCustomer(tx: Tx, email: string): Promise<CustomerRow> {
  return found(await readOne<CustomerRow>(tx, `${byAddress} FOR KEY SHARE`, [readEmail(email) ?? email]), email);
}

/** For the person who decides: who it is about. */
export async function readCustomer(
  { sql }: Looking,
  { customer }: { customer: string },
): Promise<{ customer: string } | null> {
  const row = await readOne<CustomerRow>(sql, byAddress, [customer]);
  return row && { customer: row.id };
}

/** For the person who decides: their history. */
export async function readHistory({ sql }: Looking, { customer }: { customer: string }): Promise<Standing | null> {
  const row = await readOne<CustomerRow>(sql, byAddress, [customer]);
  return row && readStandingOfCustomer(sql, row.id);
}

function found(row: CustomerRow | null, email: string): CustomerRow {
  if (!row) throw new CommandRefused('unknown_customer', `No customer has the address ${email}.`);
  return row;
}
