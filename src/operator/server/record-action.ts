import type { Tx } from '#database/server/database.ts';
import { holdMember } from '#staff/server/staff-sessions.ts';

/** The actor: a member of staff in the console, or anyone who may use the machine where the command is typed. */
export interface Operator {
  name: string;
  /** Null on the command line. */
  staffId: string | null;
  /** The network address, if there is one. */
  address: string | null;
  /** The session in which a member of staff acts; null on the command line, and for what two people have decided. */
  sessionId: string | null;
  /** The request by two people that this action carries out; it is carried out once. */
  requestId: string | null;
  /** The person who made the request, if the actor is the second of two people; else null. */
  maker: Author | null;
}

/** The author of something recorded. */
export interface Author {
  name: string;
  staffId: string | null;
}

/** Returns the author: if two people agreed, the one who made the request, with the other's name beside theirs. */
export function authorOf({ maker, name, staffId }: Operator): Author {
  return maker ? { name: `${maker.name}, ${name}`, staffId: maker.staffId } : { name, staffId };
}

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

/** The operator of a command typed on the machine where Lastro runs. */
export function atTheMachine(name: string): Operator {
  return { name, staffId: null, address: null, sessionId: null, requestId: null, maker: null };
}
