import type { Looking } from '#commands/server/declaration.ts';
import { fromTyped, readValues } from '#commands/server/read-values.ts';
import { storedOf } from '#operator/server/as-command.ts';
import type { Command, CommandInput } from '#operator/server/command.ts';
import { readOne } from '#database/server/database.ts';

/**
 * Returns the customer a command is about, so that free text written with it is stored where it can be erased with them. Null if it is
 * about none, or about a customer who no longer exists.
 */
export async function aboutWhom(
  on: Looking,
  { declared }: Pick<Command, 'declared'>,
  input: CommandInput,
): Promise<string | null> {
  const facts =
    declared && (await declared.read?.(on, readValues(declared, fromTyped(declared, storedOf(declared, input)))));
  const row = await readOne<{ id: string }>(
    on.sql,
    'SELECT id FROM customers WHERE id = $1::uuid AND erased_at IS NULL',
    [facts?.['customer'] ?? null],
  );
  return row && row.id;
}
