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
  return sql.query<RecordedAction & Record<string, unknown>>(
    `SELECT number, happened_at AS "happenedAt", operator, staff_id AS "staffId", address, request_id AS "requestId", action,
       said_of(CASE WHEN NOT $8 AND ${saidOfCase} THEN details - '{reason,evidence,text,decision}'::text[] ELSE details END) AS details, was, is_now AS "isNow", encode(hash, 'hex') AS hash
     FROM actions
     WHERE ($1::text IS NULL OR operator = $1) AND ($2::text IS NULL OR action = $2 OR starts_with(action, $2 || ' '))
       AND ($3::text IS NULL OR (details ? 'customer' AND details ->> 'customer' = $3))
       AND ($4::timestamptz IS NULL OR happened_at >= $4) AND ($5::timestamptz IS NULL OR happened_at < $5)
       AND ($6::bigint IS NULL OR number < $6)
     ORDER BY number DESC LIMIT $7`,
    [
      filter.operator ?? null,
      filter.action ?? null,
      filter.customerId ?? null,
      filter.from ?? null,
      filter.until ?? null,
      filter.before ?? null,
      most,
      filter.seesCases,
    ],
  );
}
