import { refusePlatform } from '#platform/refusals.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import type { Preferences } from '../contract.ts';

const chosen = `CASE WHEN is_language_chosen THEN language END AS "Language", theme AS "Theme"`;

export function readPreferencesOf(sql: Sql, customerId: string): Promise<Preferences> {
  return requireOne<Preferences>(sql, `SELECT ${chosen} FROM customers WHERE id = $1`, [customerId]);
}

/** Omitted preferences keep their value, or stay unset. Refused to a customer who is erased meanwhile. */
export async function writePreferencesOf(
  sql: Sql,
  customerId: string,
  { language, theme }: { language?: string | undefined; theme?: string | undefined },
): Promise<Preferences> {
  const chose = await readOne<Preferences>(
    sql,
    `UPDATE customers SET language = coalesce($2, language), is_language_chosen = is_language_chosen OR $2 IS NOT NULL,
       theme = coalesce($3, theme)
     WHERE id = $1 AND erased_at IS NULL RETURNING ${chosen}`,
    [customerId, language ?? null, theme ?? null],
  );
  if (!chose) throw refusePlatform('unauthenticated');
  return chose;
}
