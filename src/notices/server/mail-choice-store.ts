import { refusePlatform } from '#platform/refusals.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { MailChoice } from '../contract.ts';

const columns = 'mails_maturities AS "Maturities", mails_withdrawals AS "Withdrawals"';

/** Customers who never chose get every email. */
export async function readChoiceOf(sql: Sql, customerId: string): Promise<MailChoice> {
  const chosen = await readOne<MailChoice>(
    sql,
    `SELECT ${columns} FROM notice_preferences WHERE customer_id = $1 AND cell = cell_of($1)`,
    [customerId],
  );
  return chosen ?? { Maturities: true, Withdrawals: true };
}

/** Omitted fields stay unchanged. Refused to a customer who is erased meanwhile: the lock waits for that. */
export async function writeChoiceOf(
  sql: Sql,
  customerId: string,
  { maturities, withdrawals }: { maturities?: boolean | undefined; withdrawals?: boolean | undefined },
): Promise<MailChoice> {
  const chose = await readOne<MailChoice>(
    sql,
    `INSERT INTO notice_preferences AS p (customer_id, cell, mails_maturities, mails_withdrawals)
     SELECT id, cell_of(id), coalesce($2, true), coalesce($3, true) FROM customers WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE
     ON CONFLICT (customer_id, cell) DO UPDATE
       SET mails_maturities = coalesce($2, p.mails_maturities), mails_withdrawals = coalesce($3, p.mails_withdrawals)
     RETURNING ${columns}`,
    [customerId, maturities ?? null, withdrawals ?? null],
  );
  if (!chose) throw refusePlatform('unauthenticated');
  return chose;
}
