import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#platform/server/database.ts';
import { eachOrThrow } from '#platform/server/each-at-once.ts';
import { createSemaphore, type Semaphore } from '#platform/server/semaphore.ts';
import { traced } from '#platform/server/tracing.ts';
import { type Carrier, CarrierError } from './carrier.ts';
import { layOut, type Sender } from './lay-out.ts';
import type { MailTemplates } from './mail-template.ts';
import { createOutcomes } from './mail-outcomes.ts';
import { type ClaimedMail, claimMails, type Lane, type MailOutcome, readDueCells } from './mail-queue.ts';
import { smtpDeadlineMs } from './smtp-carrier.ts';

/** What it takes to send mails. */
export interface MailContext {
  db: Database;
  carrier: Carrier;
  templates: MailTemplates;
  sender: Sender;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** From when they are claimed mails are begun for so long; what is not begun by then is given back. */
const beginWithinMs = 60_000;
/** Longer than the last one that was begun can take, so that a lease only ends under a worker that died. */
export const mailLeaseMs = beginWithinMs + smtpDeadlineMs + 30_000;
/** What was handed over and not yet written down when a server dies leaves twice: few cells at a time, and few mails of each. */
const cellsAtOnce = 2;
const cellsOfRound = 8;
/** So many are handed over to the mail server at the same time; together the connections of the carrier. */
const mostAtOnce: Record<Lane, number> = { urgent: 4, ordinary: 8 };
/** With the rests between them, about a day. */
export const mostTries = 30;

export interface Round {
  lane: Lane;
  /** Of each cell. */
  most?: number;
  /** Nothing more is begun once it says so; what was claimed and not begun is given back. */
  stopping?: AbortSignal;
}

/**
 * One round: what is due leaves, or is put off, up to `most` of each of a few cells. Answers how many there were; any number of
 * workers may run it at once.
 */
export async function sendMails(context: MailContext, round: Round): Promise<number> {
  const { lane, most = fewestOfCell } = round;
  const cells = await readDueCells(context.db, lane, cellsOfRound);
  const inTurn = createTurns(mostAtOnce[lane]);
  let count = 0;
  await eachOrThrow(
    cells,
    async (cell) => {
      if (round.stopping?.aborted) return;
      const claimed = await claimMails(context.db, { cell, lane, most, leaseMs: mailLeaseMs });
      await sendClaimed(context, { cell, claimed, inTurn, stopping: round.stopping });
      count += claimed.length;
    },
    cellsAtOnce,
  );
  return count;
}

interface Claimed {
  cell: number;
  claimed: readonly ClaimedMail[];
  inTurn: Semaphore;
  stopping: AbortSignal | undefined;
}

async function sendClaimed(context: MailContext, { cell, claimed, inTurn, stopping }: Claimed): Promise<void> {
  const until = performance.now() + beginWithinMs;
  const mayBegin = (): boolean => performance.now() < until && !stopping?.aborted;
  const outcomes = createOutcomes(context.db, cell, stopping);
  await Promise.all(
    claimed.map((mail) =>
      inTurn(async () => outcomes.add(mayBegin() ? await sendTraced(context, mail) : giveBack(mail))),
    ),
  );
  await outcomes.end();
}

export const fewestOfCell = 8;
const mostOfCell = 32;
const quickRoundMs = 5_000;

/** Rounds that take more at a time while the mail server keeps up: one that is slow is given few, so that none waits for its turn in vain. */
export function createRounds(
  context: MailContext,
  lane: Lane,
  quickMs = quickRoundMs,
): (stopping?: AbortSignal) => Promise<number> {
  let most = fewestOfCell;
  return async (stopping) => {
    const began = performance.now();
    const count = await sendMails(context, { lane, most, ...(stopping ? { stopping } : {}) });
    most = performance.now() - began < quickMs ? Math.min(most * 2, mostOfCell) : fewestOfCell;
    return count;
  };
}

/** By its kind: what it says and to whom is nobody else's business. */
function sendTraced(context: MailContext, mail: ClaimedMail): Promise<MailOutcome> {
  return traced(
    () => ({ name: 'mail', kind: 'client', attributes: { 'lastro.mail.kind': mail.kind } }),
    () => sendMail(context, mail),
  );
}

function createTurns(atOnce: number): Semaphore {
  return createSemaphore({ atOnce, waiting: Number.POSITIVE_INFINITY });
}

/**
 * Interrupted after the mail server took it and before that was written down, a mail leaves twice, under one Message-ID:
 * no protocol can do better, and never is worse.
 */
async function sendMail(context: MailContext, mail: ClaimedMail): Promise<MailOutcome> {
  if (mail.isTooLate) return end(context, mail, 'expired', null);
  try {
    const content = await renderMail(context, mail);
    if (!content) return end(context, mail, 'unneeded', null);
    const { text, html } = layOut(content, context.sender);
    const { id, kind, queuedAt } = mail;
    const { to, language, subject } = content;
    const from = context.sender.from;
    const taken = await context.carrier.carry({ id, kind, queuedAt, language, from, to, subject, text, html });
    return end(context, mail, 'sent', null, taken);
  } catch (error) {
    return putOff(context, mail, error);
  }
}

async function renderMail({ templates }: MailContext, mail: ClaimedMail) {
  const write = templates[mail.kind];
  if (!write) throw new Error(`nobody writes mails of the kind ${mail.kind}`);
  return write(mail);
}

function putOff(context: MailContext, mail: ClaimedMail, error: unknown): MailOutcome {
  const isCarrierError = error instanceof CarrierError;
  const lastError = isCarrierError ? error.code : 'fault';
  if (!isCarrierError) context.log.error({ err: error, mail: mail.id, kind: mail.kind }, 'fault');
  if (isCarrierError && error.isFinal) return end(context, mail, 'refused', lastError);
  const tries = mail.failures + 1;
  if (tries >= mostTries) return end(context, mail, 'expired', lastError);
  context.log.warn({ mail: mail.id, kind: mail.kind, tries, lastError }, 'a mail has not left yet');
  const { id, fencingToken } = mail;
  return { id, fencingToken, lastError, state: 'waiting', restMs: restMs(tries), hasFailed: true };
}

/** Nobody has tried: it is due at once, and has lost nothing. */
function giveBack({ id, fencingToken }: ClaimedMail): MailOutcome {
  return { id, fencingToken, lastError: null, state: 'waiting', restMs: 0, hasFailed: false };
}

function end(
  { log }: MailContext,
  { id, kind, fencingToken, failures }: ClaimedMail,
  state: Exclude<MailOutcome['state'], 'waiting'>,
  lastError: string | null,
  taken: { file?: string } = {},
): MailOutcome {
  const line = { mail: id, kind, tries: failures + 1, ...taken };
  if (state === 'refused' || state === 'expired') log.error({ ...line, lastError }, `a mail was given up: ${state}`);
  else log.info(line, state === 'sent' ? 'a mail has left' : 'a mail was not needed');
  return { id, fencingToken, lastError, state };
}

const firstRestMs = 2_000;
const longestRestMs = 60 * 60_000;

/** Twice as long each time, and never quite the same. */
export function restMs(tries: number): number {
  const longest = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(tries - 1, 20));
  return Math.round(longest * (0.5 + Math.random() / 2));
}
