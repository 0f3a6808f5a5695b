import { normaliseEmail } from '#auth/email.ts';
import { isUuid } from '#platform/server/cursor.ts';
import { readOne, type Sql } from '#platform/server/database.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

/** Whose id or address this is; an id that is nobody's where it is neither, so that nothing is found. */
export async function findCustomerId(sql: Sql, idOrEmail: string | undefined): Promise<string | undefined> {
  if (idOrEmail === undefined) return undefined;
  if (isUuid(idOrEmail)) return idOrEmail.toLowerCase();
  const row = await readOne<{ id: string }>(sql, 'SELECT id FROM customers WHERE email = $1', [
    normaliseEmail(idOrEmail),
  ]);
  return row?.id ?? nobody;
}
