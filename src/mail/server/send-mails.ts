import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#database/server/database.ts';
import { eachOrThrow } from '#platform/server/each-at-once.ts';
import { createSemaphore, type Semaphore } from '#platform/server/semaphore.ts';
import { traced } from '#telemetry/server/tracing.ts';
import { type Carrier, CarrierError } from './carrier.ts';
import { layOut, type Sender } from './lay-out.ts';
import type { MailTemplates } from './mail-template.ts';
import { createOutcomes } from './mail-outcomes.ts';
import { type ClaimedMail, claimMails, type Lane, type MailOutcome, readDueCells } from './mail-queue.ts';
import { smtpDeadlineMs } from './smtp-carrier.ts';

/** The dependencies for sending emails. */
export interface MailContext {
  db: Database;
  carrier: Carrier;
  templates: MailTemplates;
  sender: Sender;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Emails are started within this time after they are claimed; the rest is given back. */
const beginWithinMs = 60_000;
/** Longer than the last email started can take, so that a lease expires only if its worker died. */
export const mailLeaseMs = beginWithinMs + smtpDeadlineMs + 30_000;
/**
 * Emails handed over but not yet recorded when a server crashes are sent twice, so only a few cells, and a few emails of each, are
 * processed at a time.
 */
const cellsAtOnce = 2;
const cellsOfRound = 8;
/** Emails handed to the mail server concurrently; together they use all of the carrier's connections. */
const mostAtOnce: Record<Lane, number> = { urgent: 4, ordinary: 8 };
/** About a day, including the delays in between. */
export const mostTries = 30;

export interface Round {
  lane: Lane;
  /** Per cell. */
  most?: number;
  /** Once aborted, nothing more is started, and emails claimed but not started are given back. */
  stopping?: AbortSignal;
}

/**
 * Runs one round: sends or postpones due emails, up to `most` from each of a few cells, and returns their number. Any number of workers may
 * run it concurrently.
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

/** Creates rounds that grow while the mail server keeps up. A slow server gets few emails, so that none waits for its turn in vain. */
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

/** Traces the kind only; content and recipient are private. */
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
 * If interrupted after the mail server accepted it but before that was recorded, an email is sent twice under one Message-ID: no protocol
 * can do better, and not sending it at all would be worse.
 */
async function sendMail(context: MailContext, mail: ClaimedMail): Promise<MailOutcome> {
  if (mail.isTooLate) return end(context, mail, 'expired', null);
  try {
    const content = await renderMail(context, mail);
    if (!content) return end(context, mail, 'unneeded', null);
    const { text, html } = layOut(content, context.sender);
    const { id, kind, queuedAt } = mail;
    const { to, language, subject, unsubscribe = null } = content;
    const from = context.sender.from;
    const taken = await context.carrier.carry({
      id,
      kind,
      queuedAt,
      language,
      from,
      to,
      subject,
      text,
      html,
      unsubscribe,
    });
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

/** Not attempted: due again immediately, and not a failure. */
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

/** Doubles with each attempt, with jitter. */
export function restMs(tries: number): number {
  const longest = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(tries - 1, 20));
  return Math.round(longest * (0.5 + Math.random() / 2));
}
