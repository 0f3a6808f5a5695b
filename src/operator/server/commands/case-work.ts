import {
  assignCase,
  type CaseRecord,
  closeCase,
  decideCase,
  holdCase,
  insertCaseEvent,
} from '#cases/server/case-store.ts';
import { type CaseDecision, caseDecisions } from '#cases/patterns.ts';
import { isUuid } from '#http/server/cursor.ts';
import { requireOne, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';
import { requireStaff } from '#staff/server/commands/member.ts';
import { freeze } from './freeze-customer.ts';

const longestNote = 2000;

export const caseAssign: Command = {
  name: 'case assign',
  words: ['CASE', 'STAFF'],
  summary: 'Assign a case to someone in compliance',
  run: ({ db, operator }, { words: [typed, email = ''] }) =>
    transaction(db, async (tx) => {
      const { id, customerId: customer } = await requireOpenCase(tx, typed);
      const member = await requireStaff(tx, email);
      if (member.role !== 'compliance' || member.disabledAt !== null)
        throw new CommandRefused('not_of_compliance', `${email} does not work in compliance.`);
      await assignCase(tx, id, member.id);
      await insertCaseEvent(tx, {
        caseId: id,
        customerId: customer,
        kind: 'assigned',
        by: authorOf(operator),
        about: member.name,
      });
      await recordAction(tx, { operator, action: 'case assign', details: { customer, case: id, staff: member.id } });
      return { lines: [`The case is assigned to ${member.name}.`], json: { id, staff: member.id } };
    }),
};

/** Adds a note to a case. Its text is not in the action log, which is permanent, so the note can be erased. */
export const caseNote: Command = {
  name: 'case note',
  words: ['CASE'],
  required: ['text'],
  summary: 'Add a note to a case; notes cannot be changed',
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const text = (options['text'] ?? '').trim();
      if (text === '' || text.length > longestNote) throw new Mistyped(`--text takes 1 to ${longestNote} characters.`);
      const { id, customerId: customer } = await requireOpenCase(tx, words[0]);
      await insertCaseEvent(tx, {
        caseId: id,
        customerId: customer,
        kind: 'note',
        by: authorOf(operator),
        words: text,
      });
      await recordAction(tx, { operator, action: 'case note', details: { customer, case: id } });
      return { lines: ['The note is added.'], json: { id } };
    }),
};

/**
 * Decides what is done about a customer: nothing, watch or freeze. Freeze carries out the freeze itself and, like every one without an end,
 * takes two people. The decision can be changed while the case is open.
 */
export const caseDecide: Command = {
  name: 'case decide',
  words: ['CASE', 'DECISION'],
  required: ['reason'],
  summary: `Decide a case: ${caseDecisions.join(', ')}; "freeze" freezes the customer until someone unfreezes them`,
  run: ({ db, operator, events }, { words: [typed, decision = ''], options }) =>
    transaction(db, async (tx) => {
      if (!isDecision(decision)) throw new Mistyped(`Not a decision: ${decision}. One of ${caseDecisions.join(', ')}.`);
      const reason = readReason(options['reason']);
      const { id, customerId: customer } = await requireOpenCase(tx, typed);
      const freezes = decision === 'freeze' && !(await isFrozenForGood(tx, customer));
      // A request of two people is carried out once, and they agreed on the freeze: that action records the request.
      const by = freezes ? { ...operator, requestId: null } : operator;
      if (freezes) {
        const who = await requireOne<{ id: string; email: string }>(
          tx,
          'SELECT id, email FROM customers WHERE id = $1',
          [customer],
        );
        const { facts } = await freeze(tx, who, null, events);
        await recordAction(tx, { operator, action: 'customer freeze', details: { ...facts, reason, case: id } });
      }
      await decideCase(tx, id, decision);
      await insertCaseEvent(tx, {
        caseId: id,
        customerId: customer,
        kind: 'decided',
        by: authorOf(operator),
        about: decision,
        words: reason,
      });
      await recordAction(tx, {
        operator: by,
        action: 'case decide',
        details: { customer, case: id, decision, reason },
      });
      return {
        lines: [`Decided: ${decision}.`, ...(freezes ? ['The customer is frozen.'] : [])],
        json: { id, decision },
      };
    }),
};

export const caseClose: Command = {
  name: 'case close',
  words: ['CASE'],
  required: ['reason'],
  summary: 'Close a case that has been decided',
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, customerId: customer, decision } = await requireOpenCase(tx, words[0]);
      if (!decision) throw new CommandRefused('undecided', 'Decide first: nothing, watch or freeze.');
      await closeCase(tx, id);
      await insertCaseEvent(tx, {
        caseId: id,
        customerId: customer,
        kind: 'closed',
        by: authorOf(operator),
        words: reason,
      });
      await recordAction(tx, { operator, action: 'case close', details: { customer, case: id, decision, reason } });
      return { lines: ['The case is closed.'], json: { id, decision } };
    }),
};

async function isFrozenForGood(tx: Tx, customer: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM customer_freezes WHERE customer_id = $1 AND ended_at IS NULL AND until IS NULL',
    [customer],
  );
  return rows.length > 0;
}

function isDecision(typed: string): typed is CaseDecision {
  return (caseDecisions as readonly string[]).includes(typed);
}

async function requireOpenCase(tx: Tx, typed = ''): Promise<CaseRecord> {
  const id = typed.toLowerCase();
  const found = isUuid(id) ? await holdCase(tx, id) : null;
  if (!found) throw new CommandRefused('unknown_case', `There is no case ${typed}.`);
  if (found.closedAt) throw new CommandRefused('case_closed', 'The case is closed.');
  return found;
}
