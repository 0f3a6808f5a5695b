import type { Declared, Looking } from '#commands/server/declaration.ts';
import { readOne } from '#database/server/database.ts';

/**
 * Returns the customer a command is about, so that free text written with it is stored where it can be erased with them. Null if it is
 * about none, or about a customer who no longer exists.
 */
export async function aboutWhom(
  on: Looking,
  declared: Declared,
  values: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const { customer = null } = (await declared.read?.(on, values)) ?? {};
  const row = await readOne<{ id: string }>(
    on.sql,
    'SELECT id FROM customers WHERE id = $1::uuid AND erased_at IS NULL',
    [customer],
  );
  return row && row.id;
}
