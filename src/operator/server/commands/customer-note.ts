import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Command } from '../command.ts';
import { Mistyped } from '#commands/server/refused.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';
import { holdCustomer } from './customer-show.ts';

const longestNote = 2000;

/** Adds a note for the staff alone. Its text is not in the action log, which is permanent, so the note can be erased. */
export const customerNote: Command = {
  name: 'customer note',
  words: ['EMAIL'],
  required: ['text'],
  summary: 'Add a note about a customer; only staff can read it, and it cannot be changed',
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const text = (options['text'] ?? '').trim();
      if (text === '' || text.length > longestNote) throw new Mistyped(`--text takes 1 to ${longestNote} characters.`);
      const { id, email } = await holdCustomer(tx, words[0] as string);
      const note = uuidv7();
      const author = authorOf(operator);
      await tx.query(
        `INSERT INTO customer_notes (id, customer_id, author, staff_id, text) VALUES ($1, $2, $3, $4, $5)`,
        [note, id, author.name, author.staffId, text],
      );
      await recordAction(tx, { operator, action: 'customer note', details: { customer: id, note } });
      return { lines: [`The note about ${email} is added.`], json: { id, note } };
    }),
};
