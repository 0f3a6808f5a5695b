import { micros, toJsonNumber } from '#money/money.ts';
import type { Language } from '#platform/languages.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { readUser as contract, User } from '../contract.ts';

interface UserRow {
  id: string;
  email: string;
  is_email_confirmed: boolean;
  name: string;
  phone: string;
  birth: string;
  avatar: string | null;
  code: string;
  balance: bigint;
  has_bot: boolean;
  language: Language;
  frozen_at: Date | null;
  owes_terms: boolean;
}

const userSql = `SELECT c.id, c.email, c.email_confirmed_at IS NOT NULL AS is_email_confirmed, c.name, c.phone, c.birth, c.avatar,
     c.code, coalesce(a.balance, 0) AS balance, c.language, a.frozen_at, c.terms_accepted_at IS NULL AS owes_terms,
     EXISTS (SELECT FROM bot_subscriptions s WHERE s.customer_id = c.id) AS has_bot
   FROM customers c LEFT JOIN ledger.accounts a ON a.owner = c.id
   WHERE c.id = $1`;

/** Who the customer is and what they hold, as of one instant. */
export async function readUser(sql: Sql, { investor }: Pick<CallRequest<typeof contract>, 'investor'>): Promise<User> {
  const row = await requireOne<UserRow>(sql, userSql, [investor.id]);
  return {
    Uuid: row.id,
    Email: row.email,
    EmailConfirmed: row.is_email_confirmed,
    Name: row.name,
    Phone: row.phone,
    Birth: row.birth,
    Avatar: row.avatar,
    Code: row.code,
    Balance: toJsonNumber(micros(row.balance)),
    Hasbot: row.has_bot,
    Language: row.language,
    SessionExpires: investor.sessionExpiresAt.toISOString(),
    Frozen: row.frozen_at?.toISOString() ?? null,
    ...(row.owes_terms && { TermsOwed: true as const }),
  };
}
