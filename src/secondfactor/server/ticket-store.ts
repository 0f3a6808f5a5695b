import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { hashOfToken, placeOfToken } from '#platform/server/secret-token.ts';

export interface Ticket {
  customerId: string;
  /** Identifies the password that was shown. */
  mark: Buffer;
  keep: boolean;
}

interface TicketRow {
  customer_id: string;
  credential_mark: Buffer;
  keep: boolean;
}

interface NewTicket extends Ticket {
  token: string;
  attempts: number;
  expiresAt: Date;
}

export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  await tx.query(
    `INSERT INTO login_tickets (ticket_hash, cell, customer_id, credential_mark, keep, attempts_left, expires_at)
     VALUES ($1, cell_of($2), $2, $3, $4, $5, $6)`,
    [hashOfToken(ticket.token), ticket.customerId, ticket.mark, ticket.keep, ticket.attempts, ticket.expiresAt],
  );
}

/** Uses one attempt; null when none is left, or the ticket is not valid, or no longer. */
export async function useTicketAttempt(sql: Sql, token: string, now: Date): Promise<Ticket | null> {
  const row = await readOne<TicketRow>(
    sql,
    `UPDATE login_tickets SET attempts_left = attempts_left - 1
     WHERE ticket_hash = $1 AND cell = $2 AND attempts_left > 0 AND expires_at > $3
     RETURNING customer_id, credential_mark, keep`,
    [...placeOfToken(token), now],
  );
  return row && { customerId: row.customer_id, mark: row.credential_mark, keep: row.keep };
}

/** Gives back an attempt that failed through no fault of its maker. */
export async function giveTicketAttemptBack(sql: Sql, token: string): Promise<void> {
  await sql.query(
    'UPDATE login_tickets SET attempts_left = attempts_left + 1 WHERE ticket_hash = $1 AND cell = $2',
    placeOfToken(token),
  );
}

/** Returns the customer of this ticket, without using an attempt. */
export async function readTicketOwner(sql: Sql, token: string, now: Date): Promise<string | null> {
  const row = await readOne<{ customer_id: string }>(
    sql,
    'SELECT customer_id FROM login_tickets WHERE ticket_hash = $1 AND cell = $2 AND expires_at > $3',
    [...placeOfToken(token), now],
  );
  return row && row.customer_id;
}

/** Spends the ticket; false when gone. Of concurrent calls, one succeeds. */
export async function spendTicket(tx: Tx, token: string): Promise<boolean> {
  const spent = await tx.query(
    'DELETE FROM login_tickets WHERE ticket_hash = $1 AND cell = $2 RETURNING ticket_hash',
    placeOfToken(token),
  );
  return spent.length === 1;
}
