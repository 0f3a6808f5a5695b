import { normaliseEmail } from '#auth/email.ts';
import type { Looking } from '#commands/server/declaration.ts';
import { fromTyped, readValues } from '#commands/server/read-values.ts';
import { storedOf } from '#operator/server/as-command.ts';
import type { Command, CommandInput } from '#operator/server/command.ts';
import { isUuid } from '#http/server/cursor.ts';
import { readOne, type Sql } from '#database/server/database.ts';

const ofTransfer =
  'SELECT c.id FROM broker_transfers b JOIN customers c ON c.id = b.customer_id AND c.erased_at IS NULL WHERE b.id = $1';

/** By group of commands, how to find the customer an argument (the first, unless `word` says otherwise) refers to. */
const readings: readonly { commands: RegExp; statement: string; isOfIds?: true; word?: number }[] = [
  {
    commands: /^transfer /,
    statement: ofTransfer,
    isOfIds: true,
  },
  {
    commands: /^reconciliation note$/,
    statement: ofTransfer,
    isOfIds: true,
    word: 1,
  },
  {
    commands: /^ledger reverse$/,
    statement:
      'SELECT c.id FROM ledger.journals j JOIN customers c ON c.id = j.owner AND c.erased_at IS NULL WHERE j.key = $1',
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
  const typed = input.words[reading?.word ?? 0] ?? '';
  if (!reading || (reading.isOfIds && !isUuid(typed))) return null;
  return readId(on.sql, reading.statement, name === 'ledger reverse' ? typed : normaliseEmail(typed));
}

async function readId(sql: Sql, statement: string, of: string | null): Promise<string | null> {
  const row = await readOne<{ id: string }>(sql, statement, [of]);
  return row && row.id;
}
