import type { Sql } from '#platform/server/database.ts';
import type { ActionDetails } from './record-action.ts';

/** Which actions are looked for; what is left out does not matter. */
export interface ActionFilter {
  /** The name of whoever acted, as it stands there. */
  operator?: string | undefined;
  /** The command, or its first word: `treasury` finds `treasury fund`. */
  action?: string | undefined;
  customerId?: string | undefined;
  from?: Date | undefined;
  /** Not counted itself. */
  until?: Date | undefined;
  /** Older than this number. */
  before?: bigint | undefined;
  /** Whether whoever asks sees cases; others see that something was done about one, and not what was said. */
  seesCases: boolean;
}

const saidOfCase = `(action LIKE 'case %' OR details ->> 'command' LIKE 'case %' OR details ? 'case')`;

export interface RecordedAction {
  number: bigint;
  happenedAt: Date;
  operator: string;
  staffId: string | null;
  address: string | null;
  requestId: string | null;
  action: string;
  details: ActionDetails;
  was: ActionDetails | null;
  isNow: ActionDetails | null;
  /** Hexadecimal. */
  hash: string;
}

/** The account of actions, newest first. */
export function listActions(sql: Sql, filter: ActionFilter, most: number): Promise<RecordedAction[]> {
  const values: unknown[] = [most, filter.seesCases];
  const where: string[] = [];
  // What is not asked for stands in no condition, so that each search has a plan, and its index, of its own.
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined) where.push(condition.replaceAll('?', `$${values.push(value)}`));
  };
  const { operator, action, customerId, from, until, before } = filter;
  add('operator = ?', operator);
  // Compared by their bytes, as the index has them; a space is the byte before `!`: the name itself and every longer one of the same first word.
  add(`action ~>=~ ? AND action ~<~ (? || '!') AND (action = ? OR starts_with(action, ? || ' '))`, action);
  if (customerId !== undefined) where.push(`details ? 'customer'`);
  add(`details ->> 'customer' = ?`, customerId);
  add('happened_at >= ?', from);
  add('happened_at < ?', until);
  add('number < ?', before);
  return sql.query<RecordedAction & Record<string, unknown>>(
    `SELECT number, happened_at AS "happenedAt", operator, staff_id AS "staffId", address, request_id AS "requestId", action,
       said_of(CASE WHEN NOT $2 AND ${saidOfCase} THEN details - '{reason,evidence,text,decision}'::text[] ELSE details END) AS details, was, is_now AS "isNow", encode(hash, 'hex') AS hash
     FROM actions ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY number DESC LIMIT $1`,
    values,
  );
}
