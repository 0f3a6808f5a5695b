import { recordAction } from '#operator/server/record-action.ts';
import type { EndpointShape } from '#platform/endpoint.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import type { CustomerId, Investor } from '#http/server/investor.ts';
import { transaction } from '#database/server/transaction.ts';
import { allButAdmin } from '#staff/roles.ts';
import { serveStaff, type StaffCall, type StaffUseCase } from '#staff/server/serve-staff.ts';
import { operatorOf } from '../acting.ts';

/** The customer a call is about. The product's own queries take them as the caller, and so read nobody else's data. */
export interface LookedAt {
  investor: Investor;
  email: string;
}

interface CustomerRow {
  id: CustomerId;
  email: string;
  is_email_confirmed: boolean;
  business_now: Date;
}

/**
 * Returns the customer with this id, as of the current business time.
 *
 * @throws Refusal `not_found`
 */
export async function requireLookedAt(sql: Sql, id: string): Promise<LookedAt> {
  const row = await readOne<CustomerRow>(
    sql,
    `SELECT c.id, c.email, c.email_confirmed_at IS NOT NULL AS is_email_confirmed,
       now() + k.ahead_ms * interval '1 millisecond' AS business_now
     FROM customers c CROSS JOIN sandbox_clock k WHERE c.id = $1`,
    [id],
  );
  if (!row) throw refusePlatform('not_found');
  const now = row.business_now;
  const session = { sessionStartedAt: now, sessionExpiresAt: now };
  return { investor: { id: row.id, isEmailConfirmed: row.is_email_confirmed, now, ...session }, email: row.email };
}

type AnswerOf<E extends EndpointShape> = Awaited<ReturnType<StaffUseCase<E>>>;

/**
 * Serves a read of a customer to every role but admin. `what` is recorded in the action log, in the same transaction as the read
 * and before the answer is sent.
 */
export function serveLook<E extends EndpointShape & { access: 'staff' }>(
  http: Http,
  shape: E,
  what: string,
  read: (tx: Tx, customer: LookedAt, call: StaffCall<E>) => Promise<AnswerOf<E>>,
): void {
  const useCase = (db: Database, call: StaffCall<E>): Promise<unknown> =>
    transaction(db, async (tx) => {
      const { id } = call.params as { id: string };
      const customer = await requireLookedAt(tx, id.toLowerCase());
      const answer = await read(tx, customer, call);
      const operator = operatorOf(call as never);
      await recordAction(tx, { operator, action: 'customer look', details: { customer: customer.investor.id, what } });
      return answer;
    });
  serveStaff(http, shape, allButAdmin, useCase as StaffUseCase<E>);
}
