import * as z from 'zod/mini';
import { voidTokens } from '#auth/server/mailed-token-store.ts';
import { oweConfirmation } from '#auth/server/owed-mails.ts';
import { endSessionsOf } from '#auth/server/session-store.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { type Database, readOne, type Sql, type Tx } from '#platform/server/database.ts';
import { declareSetting } from '#platform/server/settings.ts';
import { transaction } from '#platform/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { atTheMachine, recordAction } from './record-action.ts';

export const addressWaitHours = declareSetting({
  key: 'console.address_wait_hours',
  description:
    'How many hours a customer’s mistyped e-mail address waits before it is changed, while the old one can object',
  schema: z.int().check(z.gte(24), z.lte(720)),
  standard: () => 72,
});

export async function isAddressTaken(sql: Sql, email: string): Promise<boolean> {
  return (await sql.query('SELECT FROM customers WHERE email = $1', [email])).length > 0;
}

interface NewChange {
  customerId: string;
  becomes: string;
  hours: number;
}

/** Null where one is waiting already. */
export async function insertAddressChange(
  tx: Tx,
  { customerId, becomes, hours }: NewChange,
): Promise<{ id: string; takesEffectAt: Date } | null> {
  return readOne<{ id: string; takesEffectAt: Date }>(
    tx,
    `INSERT INTO address_changes (id, cell, customer_id, becomes, takes_effect_at)
     VALUES ($1, cell_of($2), $2, $3, now() + make_interval(hours => $4::int))
     ON CONFLICT (customer_id, cell) WHERE state = 'waiting' DO NOTHING RETURNING id, takes_effect_at AS "takesEffectAt"`,
    [uuidv7(), customerId, becomes, hours],
  );
}

/** Which change it was that comes to nothing; null where none waits. */
export async function keepAddress(tx: Tx, customerId: string): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    tx,
    `UPDATE address_changes SET state = 'kept', becomes = '', ended_at = now()
     WHERE customer_id = $1 AND cell = cell_of($1) AND state = 'waiting' RETURNING id`,
    [customerId],
  );
  return row && row.id;
}

/** Changes what has waited long enough and nobody has objected to; answers how many that were. */
export async function changeAddresses(db: Database, events: Pick<DomainEvents, 'onSecurityChange'>): Promise<number> {
  let done = 0;
  while (done < 20 && (await transaction(db, (tx) => changeOne(tx, events)))) done += 1;
  return done;
}

interface DueChange {
  id: string;
  customer_id: string;
  becomes: string;
}

async function changeOne(tx: Tx, events: Pick<DomainEvents, 'onSecurityChange'>): Promise<boolean> {
  const due = await readOne<DueChange>(
    tx,
    `SELECT id, customer_id, becomes FROM address_changes WHERE state = 'waiting' AND takes_effect_at <= now()
     ORDER BY takes_effect_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (!due) return false;
  const { id, customer_id: customerId, becomes } = due;
  const isChanged = await takeAddress(tx, customerId, becomes);
  await tx.query(
    `UPDATE address_changes SET state = $3, becomes = '', ended_at = now() WHERE id = $1 AND cell = cell_of($2)`,
    [id, customerId, isChanged ? 'done' : 'taken'],
  );
  const change = isChanged ? 'address_changed' : 'address_kept';
  await events.onSecurityChange(tx, { customerId, change, cause: `${change}:${id}`, device: null });
  const details = { customer: customerId, change: id, changed: isChanged };
  await recordAction(tx, { operator: atTheMachine('lastro'), action: 'customer address-due', details });
  return true;
}

/** False where somebody else has it by now. Whoever reads the old address gets in by it no more: sessions and links end with it. */
async function takeAddress(tx: Tx, customerId: string, becomes: string): Promise<boolean> {
  if (await isAddressTaken(tx, becomes)) return false;
  await tx.query('UPDATE customers SET email = $2, email_confirmed_at = NULL WHERE id = $1', [customerId, becomes]);
  await endSessionsOf(tx, customerId);
  await voidTokens(tx, 'reset', customerId);
  await voidTokens(tx, 'confirm', customerId);
  await oweConfirmation(tx, customerId);
  return true;
}
