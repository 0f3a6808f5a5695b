import { normaliseEmail } from '#auth/email.ts';
import type { CommandInput } from '#operator/server/command.ts';
import { isUuid } from '#http/server/cursor.ts';
import { readOne, type Sql } from '#database/server/database.ts';

const ofTransfer =
  'SELECT c.id FROM broker_transfers b JOIN customers c ON c.id = b.customer_id AND c.erased_at IS NULL WHERE b.id = $1';

/** By group of commands, how to find the customer an argument (the first, unless `word` says otherwise) refers to. */
const readings: readonly { commands: RegExp; statement: string; isOfIds?: true; word?: number }[] = [
  {
    commands: /^(customer |case open$|privacy open$)/,
    statement: 'SELECT id FROM customers WHERE email = $1 AND erased_at IS NULL',
  },
  {
    commands: /^(transfer|withdrawals) /,
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
export async function aboutWhom(sql: Sql, command: string, { words }: CommandInput): Promise<string | null> {
  const reading = readings.find(({ commands }) => commands.test(command));
  const typed = words[reading?.word ?? 0] ?? '';
  if (!reading || (reading.isOfIds && !isUuid(typed))) return null;
  const said = command === 'ledger reverse' ? typed : normaliseEmail(typed);
  const row = await readOne<{ id: string }>(sql, reading.statement, [said]);
  return row && row.id;
}
