import { endAlert, readAlert } from '#cases/server/alert-store.ts';
import { holdOpenCaseOf, insertCase, insertCaseEvent } from '#cases/server/case-store.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { authorOf, type Operator } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';

/** Makes a case of an alert, or adds it to the open case about the same customer. */
export const caseTake: Command = {
  name: 'case take',
  words: ['ALERT'],
  optional: ['reason'],
  summary: 'Turn an alert into a case, or add it to the customer’s open case',
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const { id: alert, customerId: customer, rule } = await requireAlert(tx, words[0]);
      const reason = options['reason'] === undefined ? rule : readReason(options['reason']);
      const { id, isNew } = await openOrFind(tx, customer, operator);
      const by = authorOf(operator);
      if (isNew) await insertCaseEvent(tx, { caseId: id, customerId: customer, kind: 'opened', by, words: reason });
      await insertCaseEvent(tx, { caseId: id, customerId: customer, kind: 'alert', by, about: alert });
      if (!(await endAlert(tx, alert, id))) throw decidedBefore();
      await recordAction(tx, { operator, action: 'case take', details: { customer, case: id, alert, reason } });
      return { lines: [`The alert is part of case ${id}.`], json: { id, customer, alert } };
    }),
};

/** Dismisses an alert: it does not return unless there is new evidence. */
export const caseDismiss: Command = {
  name: 'case dismiss',
  words: ['ALERT'],
  required: ['reason'],
  summary: 'Dismiss an alert and say why; later evidence raises it again',
  run: ({ db, operator }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id: alert, customerId: customer } = await requireAlert(tx, words[0]);
      if (!(await endAlert(tx, alert, null))) throw decidedBefore();
      await recordAction(tx, { operator, action: 'case dismiss', details: { customer, alert, reason } });
      return { lines: ['The alert is dismissed.'], json: { alert } };
    }),
};

async function openOrFind(tx: Tx, customer: string, operator: Operator): Promise<{ id: string; isNew: boolean }> {
  const made = await insertCase(tx, customer, authorOf(operator).staffId);
  if (made) return { id: made, isNew: true };
  const open = await holdOpenCaseOf(tx, customer);
  if (!open) throw new CommandRefused('case_closed', 'The case about this customer was just closed: try again.');
  return { id: open.id, isNew: false };
}

async function requireAlert(tx: Tx, typed = '') {
  const alert = isUuid(typed.toLowerCase()) ? await readAlert(tx, typed.toLowerCase()) : null;
  if (!alert) throw new CommandRefused('unknown_alert', `There is no alert ${typed}.`);
  if (alert.state !== 'open') throw decidedBefore();
  return alert;
}

function decidedBefore(): CommandRefused {
  return new CommandRefused('alert_over', 'This alert has already been decided.');
}
