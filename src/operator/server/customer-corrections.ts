import * as z from 'zod/mini';
import { voidTokens } from '#auth/server/mailed-token-store.ts';
import { oweConfirmation } from '#auth/server/owed-mails.ts';
import { endSessionsOf } from '#auth/server/session-store.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import { declareSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { endPlanted } from './end-planted.ts';
import { atTheMachine } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

export const addressWaitHours = declareSetting({
  key: 'console.address_wait_hours',
  unit: 'hours',
  description:
    'How many hours a correction of a customer’s email address, name or telephone number waits, while they can object',
  schema: z.int().check(z.gte(24), z.lte(720)),
  standard: () => 72,
});

export async function isAddressTaken(sql: Sql, email: string): Promise<boolean> {
  return (await sql.query('SELECT FROM customers WHERE email = $1', [email])).length > 0;
}

/** The fields that can be corrected on evidence. */
export const correctedFields = ['email', 'name', 'phone'] as const;
export type CorrectedField = (typeof correctedFields)[number];

interface NewCorrection {
  customerId: string;
  field: CorrectedField;
  becomes: string;
  hours: number;
}

/** Returns null if one is already waiting. */
export async function insertCorrection(
  tx: Tx,
  { customerId, field, becomes, hours }: NewCorrection,
): Promise<{ id: string; takesEffectAt: Date } | null> {
  return readOne<{ id: string; takesEffectAt: Date }>(
    tx,
    `INSERT INTO customer_corrections (id, customer_id, field, becomes, takes_effect_at)
     VALUES ($1, $2, $5, $3, now() + make_interval(hours => $4::int))
     ON CONFLICT (customer_id, field) WHERE state = 'waiting' DO NOTHING RETURNING id, takes_effect_at AS "takesEffectAt"`,
    [uuidv7(), customerId, becomes, hours, field],
  );
}

/** Whether the staff have ever corrected the customer's address: the present one is then not the one they registered with. */
export async function wasAddressCorrected(sql: Sql, customerId: string): Promise<boolean> {
  const done = await sql.query(
    `SELECT FROM customer_corrections WHERE customer_id = $1 AND field = 'email' AND state = 'done' LIMIT 1`,
    [customerId],
  );
  return done.length > 0;
}

/** Cancels the waiting change and returns its id; null if none waits. */
export async function keepAsItIs(tx: Tx, customerId: string, field: CorrectedField): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    tx,
    `UPDATE customer_corrections SET state = 'kept', becomes = '', ended_at = now()
     WHERE customer_id = $1 AND field = $2 AND state = 'waiting' RETURNING id`,
    [customerId, field],
  );
  return row && row.id;
}

const mostAtOnce = 20;

/** Applies corrections whose waiting time is over and to which nobody objected. Returns how many. */
export async function makeCorrections(db: Database, events: Pick<DomainEvents, 'onSecurityChange'>): Promise<number> {
  const due = await db.query<DueCorrection>(`${dueSql} ORDER BY n.takes_effect_at LIMIT ${mostAtOnce}`);
  let done = 0;
  for (const each of due) if (await transaction(db, (tx) => correctOne(tx, each, events))) done += 1;
  return done;
}

const dueSql = `SELECT n.id, n.customer_id, n.field, n.becomes FROM customer_corrections n JOIN customers c ON c.id = n.customer_id
  WHERE n.state = 'waiting' AND n.takes_effect_at <= now() AND c.erased_at IS NULL`;

interface DueCorrection {
  id: string;
  customer_id: string;
  field: CorrectedField;
  becomes: string;
}

/** Returns false if another worker holds it, or it is no longer due. */
async function correctOne(
  tx: Tx,
  { id: dueId }: DueCorrection,
  events: Pick<DomainEvents, 'onSecurityChange'>,
): Promise<boolean> {
  const due = await readOne<DueCorrection>(tx, `${dueSql} AND n.id = $1 FOR NO KEY UPDATE SKIP LOCKED`, [dueId]);
  if (!due) return false;
  const { id, customer_id: customerId, field, becomes } = due;
  const isChanged = await correct[field](tx, customerId, becomes);
  await tx.query(
    `UPDATE customer_corrections SET state = $3, becomes = '', ended_at = now() WHERE id = $1 AND customer_id = $2`,
    [id, customerId, isChanged ? 'done' : 'taken'],
  );
  const about = field === 'email' ? 'address' : 'details';
  const change = isChanged ? (`${about}_changed` as const) : (`${about}_kept` as const);
  await events.onSecurityChange(tx, { customerId, change, cause: `${change}:${id}`, device: null });
  const details = { customer: customerId, change: id, field, changed: isChanged };
  await recordAction(tx, { operator: atTheMachine('lastro'), action: 'customer correct-due', details });
  return true;
}

const correct: Record<CorrectedField, (tx: Tx, customerId: string, becomes: string) => Promise<boolean>> = {
  email: takeAddress,
  name: async (tx, customerId, becomes) => {
    await tx.query('UPDATE customers SET name = $2 WHERE id = $1', [customerId, becomes]);
    return true;
  },
  phone: async (tx, customerId, becomes) => {
    await tx.query('UPDATE customers SET phone = $2 WHERE id = $1', [customerId, becomes]);
    return true;
  },
};

/**
 * Returns false if somebody else has the address by now. Ends sessions and voids links, so that the old address no longer gives access; the
 * second factor stays.
 */
async function takeAddress(tx: Tx, customerId: string, becomes: string): Promise<boolean> {
  if (await isAddressTaken(tx, becomes)) return false;
  await tx.query('UPDATE customers SET email = $2, email_confirmed_at = NULL WHERE id = $1', [customerId, becomes]);
  await endSessionsOf(tx, customerId);
  await voidTokens(tx, 'reset', customerId);
  await voidTokens(tx, 'confirm', customerId);
  await endPlanted(tx, customerId);
  await oweConfirmation(tx, customerId);
  return true;
}
