import { readOne, type Sql } from '#database/server/database.ts';
import type { TransferState } from '../transfer-state.ts';

/** A transfer's state, and why the last attempt got no definite answer. */
export interface TransferStanding {
  state: TransferState;
  error: string | null;
}

/** Any customer's transfer; null when there is none by that id. */
export function readTransferStanding(sql: Sql, id: string): Promise<TransferStanding | null> {
  return readOne<TransferStanding & Record<string, unknown>>(
    sql,
    'SELECT state, last_error AS error FROM broker_transfers WHERE id = $1',
    [id],
  );
}
