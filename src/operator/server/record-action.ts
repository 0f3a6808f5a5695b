import type { Tx } from '#platform/server/database.ts';

/** Who acts: a person of the staff in the console, or whoever may use the machine that the command is typed on. */
export interface Operator {
  name: string;
  /** Null on the command line. */
  staffId: string | null;
  /** The network address, where there is one. */
  address: string | null;
  /** The request of two people that this is the doing of; it is done once. */
  requestId: string | null;
  /** Who asked for it, where whoever acts is the second of two people; else null. */
  maker: Author | null;
}

/** Whose something is. */
export interface Author {
  name: string;
  staffId: string | null;
}

/** Whose doing it is: of what two people agreed on it is whoever asked for it, and beside their name is the other’s. */
export function authorOf({ maker, name, staffId }: Operator): Author {
  return maker ? { name: `${maker.name}, ${name}`, staffId: maker.staffId } : { name, staffId };
}

/** What an action has to say of itself: never a password, and customers by id. */
export type ActionDetails = Record<string, string | number | boolean>;

/** Who did what, written in the transaction of its effect, so that neither is there without the other (R2, R5). */
export interface Action {
  operator: Operator | string;
  /** The command, as it is typed. */
  action: string;
  details: ActionDetails;
  /** What was changed, as it was and as it is; left out where nothing is changed or `details` says it all. */
  was?: ActionDetails;
  isNow?: ActionDetails;
}

/** Adds to the account of actions. It holds the account until the transaction ends, so it is written last. */
export async function recordAction(tx: Tx, { operator: by, action, details, was, isNow }: Action): Promise<void> {
  const { name, staffId, address, requestId } = typeof by === 'string' ? atTheMachine(by) : by;
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

/** Whoever types a command where Lastro runs. */
export function atTheMachine(name: string): Operator {
  return { name, staffId: null, address: null, requestId: null, maker: null };
}
