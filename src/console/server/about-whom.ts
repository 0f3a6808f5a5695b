import { normaliseEmail } from '#auth/email.ts';
import type { Looking } from '#commands/server/declaration.ts';
import { fromTyped, readValues } from '#commands/server/read-values.ts';
import { storedOf } from '#operator/server/as-command.ts';
import type { Command, CommandInput } from '#operator/server/command.ts';
import { isUuid } from '#http/server/cursor.ts';
import { readOne, type Sql } from '#database/server/database.ts';

/** By group of commands, how to find the customer an first argument refers to. */
const readings: readonly { commands: RegExp; statement: string; isOfIds?: true }[] = [
  {
    commands: /^privacy (take|answer)$/,
    statement:
      'SELECT c.id FROM privacy_requests r JOIN customers c ON c.id = r.customer_id AND c.erased_at IS NULL WHERE r.id = $1',
    isOfIds: true,
  },
  {
    commands: /^case (assign|note|decide|close)$/,
    statement:
      'SELECT c.id FROM cases k JOIN customers c ON c.id = k.customer_id AND c.erased_at IS NULL WHERE k.id = $1',
    isOfIds: true,
  },
  {
    commands: /^case (take|dismiss)$/,
    statement:
      'SELECT c.id FROM alerts a JOIN customers c ON c.id = a.customer_id AND c.erased_at IS NULL WHERE a.id = $1',
    isOfIds: true,
  },
];

/**
 * Returns the customer a command is about, so that free text written with it is stored where it can be erased with them. Null if it is
 * about none, or about a customer who no longer exists.
 */
export async function aboutWhom(
  on: Looking,
  { name, declared }: Pick<Command, 'name' | 'declared'>,
  input: CommandInput,
): Promise<string | null> {
  if (declared) {
    const facts = await declared.read?.(on, readValues(declared, fromTyped(declared, storedOf(declared, input))));
    return readId(
      on.sql,
      'SELECT id FROM customers WHERE id = $1::uuid AND erased_at IS NULL',
      facts?.['customer'] ?? null,
    );
  }
  const reading = readings.find(({ commands }) => commands.test(name));
  const typed = input.words[0] ?? '';
  if (!reading || (reading.isOfIds && !isUuid(typed))) return null;
  return readId(on.sql, reading.statement, normaliseEmail(typed));
}

async function readId(sql: Sql, statement: string, of: string | null): Promise<string | null> {
  const row = await readOne<{ id: string }>(sql, statement, [of]);
  return row && row.id;
}
