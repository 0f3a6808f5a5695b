import * as z from 'zod/mini';
import { uuidv7 } from '#platform/server/uuid.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { choice, day, evidence, journal, optional, text, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { breaks } from '#wallet/compared-day.ts';
import { wordsOf } from './words.ts';

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An id is spelled as in the transfer, so that it is erased together with its customer. */
const reference = typedLine(100, 1).check(
  z.regex(/^[\w.:-]+$/),
  z.overwrite((typed) => (isId.test(typed.toLowerCase()) ? typed.toLowerCase() : typed)),
);

/** Records how a break between the brokerage's book and ours was resolved: a wrong note is corrected by another, never deleted. */
export const reconciliationNote = declareCommand({
  name: 'reconciliation note',
  params: {
    day: word(day),
    reference: word(text(100, reference)),
    break: word(choice(breaks)),
    text: evidence,
    journal: optional(journal),
  },
  facts: { note: 'id', customer: 'customer' },
  roles: ['payments', 'compliance'],
  effect: null,
  words: wordsOf('reconciliation note'),
  read: ({ sql }, { reference: about }) => readCustomerOf(sql, about),
  async run({ tx, operator }, { day: on, reference: about, break: kind, text: note, journal: key }) {
    if (key !== undefined && !(await readOne(tx, 'SELECT FROM ledger.journals WHERE key = $1', [key])))
      throw new CommandRefused('unknown_journal', `There is no journal ${key}.`);
    const id = uuidv7();
    await tx.query(
      `INSERT INTO reconciliation_notes (id, day, reference, break, note, journal, written_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, on, about, kind, note, key ?? null, authorOf(operator).name],
    );
    return { outcome: 'resolved', facts: { note: id, ...(await readCustomerOf(tx, about)) } };
  },
});

/** The customer of a transfer; nobody if it is not one of ours. */
async function readCustomerOf(sql: Sql, transfer: string): Promise<{ customer: string } | null> {
  if (!isId.test(transfer)) return null;
  return readOne<{ customer: string }>(sql, 'SELECT customer_id AS customer FROM broker_transfers WHERE id = $1', [
    transfer,
  ]);
}
