import { uuidv7 } from '#platform/server/uuid.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { customer, text, unrecorded, word } from '#commands/server/params.ts';
import { aboutCustomer, holdCustomer, readCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** Adds a note for the staff alone. Its text is not in the action log, which is permanent, so the note can be erased. */
export const customerNote = declareCommand({
  name: 'customer note',
  params: { customer: word(customer), text: unrecorded(text(2000)) },
  facts: { ...aboutCustomer, note: 'id' },
  roles: ['support', 'payments', 'compliance'],
  effect: null,
  words: wordsOf('customer note'),
  read: readCustomer,
  async run({ tx, operator }, { customer: email, text: said }) {
    const { id } = await holdCustomer(tx, email);
    const note = uuidv7();
    const { name, staffId } = authorOf(operator);
    await tx.query(`INSERT INTO customer_notes (id, customer_id, author, staff_id, text) VALUES ($1, $2, $3, $4, $5)`, [
      note,
      id,
      name,
      staffId,
      said,
    ]);
    return { outcome: 'added', facts: { customer: id, note } };
  },
});
