import type { Tx } from '#platform/server/database.ts';

/** Who did what, written in the transaction of its effect, so that neither is there without the other (R2). */
export interface Action {
  operator: string;
  /** The command, as it is typed. */
  action: string;
  /** Never a password, and customers by id. */
  details: Record<string, string | number | boolean>;
}

export async function recordAction(tx: Tx, { operator, action, details }: Action): Promise<void> {
  await tx.query('INSERT INTO operator_actions (operator, action, details) VALUES ($1, $2, $3)', [
    operator,
    action,
    JSON.stringify(details),
  ]);
}
