import { isUuid } from '#http/server/cursor.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { privacyOutcomes } from '#privacy/requests.ts';
import {
  answerPrivacyRequest,
  handlePrivacyRequest,
  holdPrivacyRequest,
  type ListedRequest,
  listOpenRequests,
  type PrivacyRequest,
} from '#privacy/server/request-store.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';
import { whomSeen } from '../whom-seen.ts';

export const privacyTake: Command = {
  name: 'privacy take',
  words: ['REQUEST'],
  summary: 'Take on a privacy request; others see who handles it',
  run: ({ db, operator }, { words: [typed] }) =>
    transaction(db, async (tx) => {
      const { id, customerId: customer } = await requireOpen(tx, typed);
      const by = authorOf(operator);
      await handlePrivacyRequest(tx, id, by);
      await recordAction(tx, { operator, action: 'privacy take', details: { customer, request: id } });
      return { lines: [`${by.name} handles the request.`], json: { id, handler: by.name } };
    }),
};

/** Records that the customer has been answered: the copy, correction or erasure itself is a separate command. */
export const privacyAnswer: Command = {
  name: 'privacy answer',
  words: ['REQUEST', 'OUTCOME'],
  required: ['reason'],
  summary: `Record that a privacy request was answered (${privacyOutcomes.join(', ')}), and how or why`,
  run: ({ db, operator }, { words: [typed, said = ''], options }) =>
    transaction(db, async (tx) => {
      const outcome = privacyOutcomes.find((each) => each === said);
      if (!outcome) throw new Mistyped(`Not one of ${privacyOutcomes.join(', ')}: ${said}.`);
      const reason = readReason(options['reason']);
      const { id, customerId: customer, kind, handler } = await requireOpen(tx, typed);
      if (handler === null) await handlePrivacyRequest(tx, id, authorOf(operator));
      await answerPrivacyRequest(tx, id, outcome);
      const details = { customer, request: id, kind, outcome, reason };
      await recordAction(tx, { operator, action: 'privacy answer', details });
      return { lines: [`Answered: ${outcome}.`], json: { id, outcome } };
    }),
};

const mostListed = 200;

export const privacyList: Command = {
  name: 'privacy list',
  summary: 'List the privacy requests awaiting an answer, the next due first',
  run: ({ db, operator }) =>
    transaction(db, async (tx) => {
      const rows = await listOpenRequests(tx, mostListed);
      const details = { rows: rows.length, ...whomSeen(rows.map(({ customerId }) => customerId)) };
      await recordAction(tx, { operator, action: 'privacy list', details });
      return { lines: rows.map(format), json: rows };
    }),
};

function format({ id, email, kind, receivedOn, dueOn, handler, isOverdue }: ListedRequest): string {
  const late = isOverdue ? '  OVERDUE' : '';
  return `${id}  ${email}  ${kind}  received ${receivedOn}, due ${dueOn}${late}  ${handler ?? 'not handled by anyone'}`;
}

async function requireOpen(tx: Tx, typed = ''): Promise<PrivacyRequest> {
  const found = isUuid(typed) ? await holdPrivacyRequest(tx, typed) : null;
  if (!found) throw new CommandRefused('unknown_request', `There is no privacy request ${typed}.`);
  if (found.answeredAt) throw new CommandRefused('request_answered', 'The request has already been answered.');
  return found;
}
