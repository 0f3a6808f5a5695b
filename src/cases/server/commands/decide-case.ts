import { caseDecisions } from '#cases/patterns.ts';
import { freeze } from '#wallet/server/freeze-customer.ts';
import { decideCase, insertCaseEvent, readCase } from '../case-store.ts';
import { aboutWhom, holdOpenCase, readWhom, theCase } from './case.ts';
import { wordsOf } from './words.ts';
import { type Beside, declareCommand, type Running } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { choice, pinned, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readStandingOfCustomer } from '#commands/server/standing.ts';
import { requireOne, type Tx } from '#database/server/database.ts';

/**
 * Decides what is done about a customer: nothing, watch or freeze. Freeze carries out the freeze itself and, like every one without an end,
 * takes two people. The decision can be changed while the case is open.
 */
export const caseDecide = declareCommand({
  name: 'case decide',
  params: {
    ...theCase,
    decision: word(choice(caseDecisions)),
    reason,
    was: pinned(choice(['undecided', ...caseDecisions])),
  },
  facts: aboutWhom,
  replaces: { decision: 'was' },
  roles: ['compliance'],
  effect: 'money',
  effectOf: ({ decision }) => (decision === 'freeze' ? 'money' : null),
  // The admin sees no suspicion.
  deciders: ['compliance'],
  words: wordsOf('case decide'),
  read: readWhom,
  async stands(on, asked) {
    const whom = await readWhom(on, asked);
    return whom && readStandingOfCustomer(on.sql, whom.customer);
  },
  async pin({ sql }, { case: typed }) {
    const found = await readCase(sql, typed);
    return found ? { was: found.decision ?? 'undecided' } : {};
  },
  async run(on, { case: caseId, decision, reason: words, was }) {
    const { tx, operator } = on;
    const { customerId: customer, decision: before } = await holdOpenCase(tx, caseId);
    const standing = before ?? 'undecided';
    if (was !== undefined && was !== standing)
      throw new CommandRefused('changed_meanwhile', `The case is decided by now (${standing}): ask again.`);
    const freezes = decision === 'freeze' && !(await isFrozenForGood(tx, customer));
    const also = freezes ? [await freezeFor(on, { customer, caseId, words })] : [];
    await decideCase(tx, caseId, decision);
    const event = { caseId, customerId: customer, by: authorOf(operator), about: decision, words };
    await insertCaseEvent(tx, { ...event, kind: 'decided' });
    return { outcome: freezes ? 'frozen' : 'decided', facts: { customer }, was: { decision: standing }, also };
  },
});

async function freezeFor(
  { tx, events }: Running,
  { customer, caseId, words }: { customer: string; caseId: string; words: string },
): Promise<Beside> {
  const who = await requireOne<{ id: string; email: string }>(tx, 'SELECT id, email FROM customers WHERE id = $1', [
    customer,
  ]);
  const { facts } = await freeze(tx, who, null, events);
  return { action: 'customer freeze', details: { ...facts, reason: words, case: caseId } };
}

async function isFrozenForGood(tx: Tx, customer: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM customer_freezes WHERE customer_id = $1 AND ended_at IS NULL AND until IS NULL',
    [customer],
  );
  return rows.length > 0;
}
