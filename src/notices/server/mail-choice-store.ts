import { refusePlatform } from '#platform/refusals.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { ChosenMails, MailChoice } from '../contract.ts';
import type { OptionalMail } from './unsubscribing.ts';

const columns = `mails_maturities AS "Maturities", mails_withdrawals AS "Withdrawals", mails_announcements AS "Announcements"`;

/** Customers who never chose get every email. */
export async function readChoiceOf(sql: Sql, customerId: string): Promise<MailChoice> {
  const chosen = await readOne<MailChoice>(sql, `SELECT ${columns} FROM notice_preferences WHERE customer_id = $1`, [
    customerId,
  ]);
  return chosen ?? { Maturities: true, Withdrawals: true, Announcements: true };
}

/** SQL: the choice `p` of a customer `c`. */
export const withChoice = 'LEFT JOIN notice_preferences p ON p.customer_id = c.id';

/** SQL: whether a customer `c` of choice `p` gets an optional email; nobody whose address is not confirmed does: it may be somebody else's. */
export const gets = (mail: OptionalMail): string =>
  `(c.email_confirmed_at IS NOT NULL AND coalesce(p.mails_${mail}, true))`;

/** Omitted fields stay unchanged. Refused to a customer who is erased meanwhile: the lock waits for that. */
export async function writeChoiceOf(
  sql: Sql,
  customerId: string,
  { maturities, withdrawals, announcements }: ChosenMails,
): Promise<MailChoice> {
  const chose = await readOne<MailChoice>(
    sql,
    `INSERT INTO notice_preferences AS p (customer_id, mails_maturities, mails_withdrawals, mails_announcements)
     SELECT id, coalesce($2, true), coalesce($3, true), coalesce($4, true)
     FROM customers WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE
     ON CONFLICT (customer_id) DO UPDATE
       SET mails_maturities = coalesce($2, p.mails_maturities), mails_withdrawals = coalesce($3, p.mails_withdrawals),
         mails_announcements = coalesce($4, p.mails_announcements)
     RETURNING ${columns}`,
    [customerId, maturities ?? null, withdrawals ?? null, announcements ?? null],
  );
  if (!chose) throw refusePlatform('unauthenticated');
  return chose;
}
