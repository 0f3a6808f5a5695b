import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#platform/server/database.ts';
import { type Carrier, CarrierError } from './carrier.ts';
import { layOut, type Sender } from './lay-out.ts';
import type { MailTemplates } from './mail-template.ts';
import { type ClaimedMail, claimMails, endMail, type MailEnd, postponeMail } from './mail-queue.ts';
import { smtpDeadlineMs } from './smtp-carrier.ts';

/** What it takes to send mails. */
export interface MailContext {
  db: Database;
  carrier: Carrier;
  templates: MailTemplates;
  sender: Sender;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Longer than handing over can take, so that a lease only ends under a worker that died. */
export const mailLeaseMs = smtpDeadlineMs + 30_000;
const mostAtOnce = 8;
/** With the rests between them, about a day. */
export const mostTries = 30;

/** One round: what is due leaves, or is put off. Answers how many there were; any number of workers may run it at once. */
export async function sendMails(context: MailContext): Promise<number> {
  const claimed = await claimMails(context.db, mostAtOnce, mailLeaseMs);
  await Promise.all(claimed.map((mail) => sendMail(context, mail)));
  return claimed.length;
}

/**
 * Interrupted after the mail server took it and before that was written down, a mail leaves twice, under one Message-ID:
 * no protocol can do better, and never is worse.
 */
async function sendMail(context: MailContext, mail: ClaimedMail): Promise<void> {
  if (mail.isTooLate) return end(context, mail, 'expired', null);
  try {
    const content = await renderMail(context, mail);
    if (!content) return await end(context, mail, 'unneeded', null);
    const { text, html } = layOut(content, context.sender);
    const { id, kind, queuedAt } = mail;
    const { to, language, subject } = content;
    const from = context.sender.from;
    const taken = await context.carrier.carry({ id, kind, queuedAt, language, from, to, subject, text, html });
    await end(context, mail, 'sent', null, taken);
  } catch (error) {
    await putOff(context, mail, error);
  }
}

async function renderMail({ templates }: MailContext, mail: ClaimedMail) {
  const write = templates[mail.kind];
  if (!write) throw new Error(`nobody writes mails of the kind ${mail.kind}`);
  return write(mail);
}

async function putOff(context: MailContext, mail: ClaimedMail, error: unknown): Promise<void> {
  const isCarrierError = error instanceof CarrierError;
  const lastError = isCarrierError ? error.code : 'fault';
  if (!isCarrierError) context.log.error({ err: error, mail: mail.id, kind: mail.kind }, 'fault');
  if (isCarrierError && error.isFinal) return end(context, mail, 'refused', lastError);
  if (mail.fencingToken >= mostTries) return end(context, mail, 'expired', lastError);
  await postponeMail(context.db, mail, lastError, restMs(mail.fencingToken));
  context.log.warn({ mail: mail.id, kind: mail.kind, tries: mail.fencingToken, lastError }, 'a mail has not left yet');
}

async function end(
  { db, log }: MailContext,
  mail: ClaimedMail,
  how: MailEnd,
  lastError: string | null,
  taken: { file?: string } = {},
): Promise<void> {
  await endMail(db, mail, how, lastError);
  const line = { mail: mail.id, kind: mail.kind, tries: mail.fencingToken, ...taken };
  if (how === 'refused' || how === 'expired') log.error({ ...line, lastError }, `a mail was given up: ${how}`);
  else log.info(line, how === 'sent' ? 'a mail has left' : 'a mail was not needed');
}

const firstRestMs = 2_000;
const longestRestMs = 60 * 60_000;

/** Twice as long each time, and never quite the same. */
export function restMs(tries: number): number {
  const longest = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(tries - 1, 20));
  return Math.round(longest * (0.5 + Math.random() / 2));
}
