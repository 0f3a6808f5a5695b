import { isUuid } from '#http/server/cursor.ts';
import { readOne, requireOne, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { isBreak, breaks } from '#wallet/compared-day.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readDay } from '../read-day.ts';
import { readEvidence } from '../read-evidence.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';

const reference = /^[\w.:-]{1,100}$/;

/** Records how a break between the brokerage's book and ours was resolved: a wrong note is corrected by another, never deleted. */
export const reconciliationNote: Command = {
  name: 'reconciliation note',
  words: ['DAY', 'REFERENCE', 'BREAK'],
  required: ['note'],
  optional: ['journal'],
  summary: `Resolve a break of a day (${breaks.join(', ')}) with a note and, optionally, the key of the journal that corrected it`,
  run: ({ db, operator }, { words: [day = '', typed = '', kind = ''], options }) =>
    transaction(db, async (tx) => {
      readDay(day);
      if (!reference.test(typed)) throw new Mistyped(`Not a transfer reference: ${typed}.`);
      // Spelled as in the transfer, so that it is erased together with its customer.
      const about = isUuid(typed) ? typed.toLowerCase() : typed;
      if (!isBreak(kind)) throw new Mistyped(`Not a break: ${kind}. One of ${breaks.join(', ')}.`);
      const note = readEvidence('note', options['note']);
      const journal = options['journal'] ?? null;
      if (journal !== null) {
        const { known } = await requireOne<{ known: boolean }>(
          tx,
          'SELECT EXISTS (SELECT FROM ledger.journals WHERE key = $1) AS known',
          [journal],
        );
        if (!known) throw new CommandRefused('unknown_journal', `There is no journal ${journal}.`);
      }
      const id = uuidv7();
      await tx.query(
        `INSERT INTO reconciliation_notes (id, day, reference, break, note, journal, written_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, day, about, kind, note, journal, authorOf(operator).name],
      );
      const customer = await readCustomerOf(tx, about);
      const said = { note: id, day, reference: about, break: kind, text: note };
      const details = { ...said, ...(journal && { journal }), ...(customer && { customer }) };
      await recordAction(tx, { operator, action: 'reconciliation note', details });
      return { lines: [`The break of ${about} on ${day} is resolved.`], json: { id } };
    }),
};

/** Returns the customer of a transfer; null if it is not one of ours. */
async function readCustomerOf(tx: Tx, transfer: string): Promise<string | null> {
  if (!isUuid(transfer)) return null;
  const row = await readOne<{ id: string }>(tx, 'SELECT customer_id AS id FROM broker_transfers WHERE id = $1', [
    transfer,
  ]);
  return row && row.id;
}
