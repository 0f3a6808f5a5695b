import type { Sql } from '#database/server/database.ts';
import type { ActionDetails } from './record-action.ts';

/** A filter over the action log; omitted fields match everything. */
export interface ActionFilter {
  /** The actor's name, as recorded. */
  operator?: string | undefined;
  /** The command, or its first word: `treasury` matches `treasury fund`. */
  action?: string | undefined;
  customerId?: string | undefined;
  /** Days of the house, both included. */
  from?: string | undefined;
  until?: string | undefined;
  /** Only actions with a lower number. */
  before?: bigint | undefined;
  /** Whether the caller may see cases; others see that something was done about one, but not what was said. */
  seesCases: boolean;
}

const isHidden = `NOT $2 AND (action LIKE 'case %' OR details ->> 'command' LIKE 'case %' OR details ? 'case')`;

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

/** Lists the action log, newest first. */
export function listActions(sql: Sql, filter: ActionFilter, most: number): Promise<RecordedAction[]> {
  const values: unknown[] = [most, filter.seesCases];
  const where: string[] = [];
  // Unused filters add no condition, so that each search gets its own plan and index.
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined) where.push(condition.replaceAll('?', `$${values.push(value)}`));
  };
  const { operator, action, customerId, from, until, before } = filter;
  add('operator = ?', operator);
  // Compared bytewise, like the index. A space sorts just before `!`: this matches the name itself and longer names that begin with it and
  // a space.
  add(`action ~>=~ ? AND action ~<~ (? || '!') AND (action = ? OR starts_with(action, ? || ' '))`, action);
  if (customerId !== undefined) where.push(`details ? 'customer'`);
  add(`details ->> 'customer' = ?`, customerId);
  add('happened_at >= house_midnight(?::date)', from);
  add('happened_at < house_midnight(?::date + 1)', until);
  add('number < ?', before);
  return sql.query<RecordedAction & Record<string, unknown>>(
    `SELECT number, happened_at AS "happenedAt", operator, staff_id AS "staffId", address, request_id AS "requestId", action,
       said_of(CASE WHEN ${isHidden} THEN details - '{reason,evidence,text,decision}'::text[] ELSE details END) AS details,
       CASE WHEN ${isHidden} THEN NULL ELSE was END AS was, CASE WHEN ${isHidden} THEN NULL ELSE is_now END AS "isNow", encode(hash, 'hex') AS hash
     FROM actions ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY number DESC LIMIT $1`,
    values,
  );
}
