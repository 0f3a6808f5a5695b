import { declareCommand, type Looking } from '#commands/server/declaration.ts';
import { authorOf, type Operator } from '#commands/server/operator.ts';
import { id, optional, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { Tx } from '#database/server/database.ts';
import { endAlert, readAlert } from '../alert-store.ts';
import { holdOpenCaseOf, insertCase, insertCaseEvent } from '../case-store.ts';
import { wordsOf } from './words.ts';

/** Makes a case of an alert, or adds it to the open case about the same customer. */
export const caseTake = declareCommand({
  name: 'case take',
  params: { alert: word(id), reason: optional(reason) },
  facts: { customer: 'customer', case: 'id' },
  roles: ['compliance'],
  effect: null,
  words: wordsOf('case take'),
  read: readWhom,
  async run({ tx, operator }, { alert, reason: words }) {
    const customerId = await requireAlert(tx, alert);
    const { id: caseId, isNew } = await openOrFind(tx, customerId, operator);
    const event = { caseId, customerId, by: authorOf(operator) };
    if (isNew) await insertCaseEvent(tx, { ...event, kind: 'opened', ...(words && { words }) });
    await insertCaseEvent(tx, { ...event, kind: 'alert', about: alert });
    if (!(await endAlert(tx, alert, caseId))) throw decidedBefore();
    return { outcome: 'taken', facts: { customer: customerId, case: caseId } };
  },
});

/** Dismisses an alert: it does not return unless there is new evidence. */
export const caseDismiss = declareCommand({
  name: 'case dismiss',
  params: { alert: word(id), reason },
  facts: { customer: 'customer' },
  roles: ['compliance'],
  effect: null,
  words: wordsOf('case dismiss'),
  read: readWhom,
  async run({ tx }, { alert }) {
    const customer = await requireAlert(tx, alert);
    if (!(await endAlert(tx, alert, null))) throw decidedBefore();
    return { outcome: 'dismissed', facts: { customer } };
  },
});

async function openOrFind(tx: Tx, customer: string, operator: Operator): Promise<{ id: string; isNew: boolean }> {
  const made = await insertCase(tx, customer, authorOf(operator).staffId);
  if (made) return { id: made, isNew: true };
  const open = await holdOpenCaseOf(tx, customer);
  if (!open) throw new CommandRefused('case_closed', 'The case about this customer was just closed: try again.');
  return { id: open.id, isNew: false };
}

/** For the person who decides: whom the alert is about. */
async function readWhom({ sql }: Looking, { alert }: { alert: string }): Promise<{ customer: string } | null> {
  const found = await readAlert(sql, alert);
  return found && { customer: found.customerId };
}

async function requireAlert(tx: Tx, alert: string): Promise<string> {
  const found = await readAlert(tx, alert);
  if (!found) throw new CommandRefused('unknown_alert', `There is no alert ${alert}.`);
  if (found.state !== 'open') throw decidedBefore();
  return found.customerId;
}

function decidedBefore(): CommandRefused {
  return new CommandRefused('alert_over', 'This alert has already been decided.');
}
