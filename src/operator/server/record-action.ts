import type { Tx } from '#database/server/database.ts';
import { atTheMachine, type Operator } from '#commands/server/operator.ts';
import { holdMember } from '#staff/server/staff-sessions.ts';

/** The details of an action: never a password, and customers by id. */
export type ActionDetails = Record<string, string | number | boolean>;

/** A record of who did what, written in the transaction of its effect, so that neither exists without the other (R2, R5). */
export interface Action {
  operator: Operator | string;
  /** The command, as typed. */
  action: string;
  details: ActionDetails;
  /** The state before and after; omitted where nothing changes or `details` says it all. */
  was?: ActionDetails;
  isNow?: ActionDetails;
}

/**
 * Appends to the action log. Locks the account until the transaction ends, so it is written last. Holds the session in which a member of
 * staff acts: whoever has been dismissed, given another role or logged out meanwhile does nothing more.
 *
 * @throws Refusal `unauthenticated` if that session has ended
 */
export async function recordAction(tx: Tx, { operator: by, action, details, was, isNow }: Action): Promise<void> {
  const { name, staffId, address, sessionId, requestId } = typeof by === 'string' ? atTheMachine(by) : by;
  if (sessionId !== null) await holdMember(tx, sessionId);
  await tx.query('SELECT record_action($1, $2, $3, $4, $5, $6, $7, $8)', [
    name,
    staffId,
    address,
    requestId,
    action,
    JSON.stringify(details),
    was ? JSON.stringify(was) : null,
    isNow ? JSON.stringify(isNow) : null,
  ]);
}
