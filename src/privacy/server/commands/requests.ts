import { declareCommand, declareLook, type Looking } from '#commands/server/declaration.ts';
import { authorOf } from '#commands/server/operator.ts';
import { choice, id, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import type { Tx } from '#database/server/database.ts';
import { privacyOutcomes } from '#privacy/requests.ts';
import {
  answerPrivacyRequest,
  handlePrivacyRequest,
  holdPrivacyRequest,
  type ListedRequest,
  listOpenRequests,
  type PrivacyRequest,
  readPrivacyRequest,
} from '../request-store.ts';
import { wordsOf } from './words.ts';

const onRequest = {
  facts: { customer: 'customer', kind: 'choice' },
  roles: ['support', 'compliance'],
  effect: null,
  read: readWhom,
} as const;
const theRequest = { request: word(id) } as const;

export const privacyTake = declareCommand({
  ...onRequest,
  name: 'privacy take',
  params: theRequest,
  words: wordsOf('privacy take'),
  async run({ tx, operator }, { request }) {
    const facts = factsOf(await holdOpen(tx, request));
    await handlePrivacyRequest(tx, request, authorOf(operator));
    return { outcome: 'taken', facts };
  },
});

/** Records that the customer has been answered: the copy, correction or erasure itself is a separate command. */
export const privacyAnswer = declareCommand({
  ...onRequest,
  name: 'privacy answer',
  params: { ...theRequest, answer: word(choice(privacyOutcomes)), reason },
  words: wordsOf('privacy answer'),
  async run({ tx, operator }, { request, answer }) {
    const found = await holdOpen(tx, request);
    if (found.handler === null) await handlePrivacyRequest(tx, request, authorOf(operator));
    await answerPrivacyRequest(tx, request, answer);
    return { outcome: 'answered', facts: factsOf(found) };
  },
});

const mostListed = 200;

/** Lists the requests that await an answer, the next due first. */
export const privacyList = declareLook({
  name: 'privacy list',
  params: {},
  roles: ['support', 'compliance', 'auditor'],
  words: wordsOf('privacy list'),
  async show({ sql }) {
    const rows = await listOpenRequests(sql, mostListed);
    const seen = { rows: rows.length, ...whomSeen(rows.map(({ customerId }) => customerId)) };
    return { lines: rows.map(format), json: rows, seen };
  },
});

function format({ id: request, email, kind, receivedOn, dueOn, handler, isOverdue }: ListedRequest): string {
  const late = isOverdue ? '  OVERDUE' : '';
  const by = handler ?? 'not handled by anyone';
  return `${request}  ${email}  ${kind}  received ${receivedOn}, due ${dueOn}${late}  ${by}`;
}

/** For the person who decides: whose request it is, and what they asked for. */
async function readWhom(
  { sql }: Looking,
  { request }: { request: string },
): Promise<ReturnType<typeof factsOf> | null> {
  const found = await readPrivacyRequest(sql, request);
  return found && factsOf(found);
}

const factsOf = ({ customerId: customer, kind }: PrivacyRequest) => ({ customer, kind });

async function holdOpen(tx: Tx, request: string): Promise<PrivacyRequest> {
  const found = await holdPrivacyRequest(tx, request);
  if (!found) throw new CommandRefused('unknown_request', `There is no privacy request ${request}.`);
  if (found.answeredAt) throw new CommandRefused('request_answered', 'The request has already been answered.');
  return found;
}
