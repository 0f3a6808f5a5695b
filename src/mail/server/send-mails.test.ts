import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/server/database.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { MailContent } from './mail-template.ts';
import { claimMails, purgeOldMails, queueMail } from './mail-queue.ts';
import { createRounds, type MailContext, mailLeaseMs, mostTries, restMs, sendMails as sendLane } from './send-mails.ts';
import { createSmtpCarrier } from './smtp-carrier.ts';
import { openSmtpInbox, type SmtpInbox } from './testing/smtp-inbox.ts';
import { watchMails } from './watch-mails.ts';
import { watchStatements } from '#testing/server/watch-statements.ts';

let db: Database;
let inbox: SmtpInbox;
let context: MailContext;
let logged: string;
let isWorthWriting: boolean;

beforeAll(async () => void (db = await cloneDatabase()));
beforeEach(async () => {
  inbox = await openSmtpInbox();
  logged = '';
  isWorthWriting = true;
  const note = (...said: unknown[]) => void (logged += `${JSON.stringify(said)}\n`);
  context = {
    db,
    carrier: createSmtpCarrier(inbox.url, { connectMs: 1_000, answerMs: 1_000 }),
    templates: { greeting: async ({ about: { to } }) => (isWorthWriting ? greeting(to ?? '') : null) },
    sender: {
      brand: 'Lastro',
      from: '"Lastro" <no-reply@lastro.example>',
      support: 'mailto:s@x.example',
      isSandbox: false,
    },
    log: { info: note, warn: note, error: note },
  };
});
afterEach(async () => {
  context.carrier.close();
  await inbox.close();
  await db.query('DELETE FROM mails');
});
afterAll(() => db.close());

const sendMails = (inContext: MailContext): Promise<number> => sendLane(inContext, { lane: 'urgent' });

function greeting(to: string): MailContent {
  const action = { label: 'Come in', url: 'https://lastro.example/?token=the-secret' };
  return { to, language: 'en', subject: 'Hello', heading: 'Hello', paragraphs: ['Good day.'], action, notes: [] };
}

function owe(cause: string = randomUUID(), to = 'ana@example.com'): Promise<void> {
  return queueMail(db, { kind: 'greeting', cause, customerId: null, about: { to }, goodForMinutes: 60 });
}

async function oweMany(count: number, to?: string): Promise<void> {
  for (let n = 0; n < count; n += 1) await owe(undefined, to);
}

/** Simulates that the delay between two attempts has passed. */
async function restIsOver(): Promise<void> {
  await db.query('UPDATE mails SET due_at = now() WHERE due_at IS NOT NULL');
}

async function stateOf(): Promise<
  { state: string; about: object; last_error: string | null; fencing_token: number }[]
> {
  return db.query('SELECT state, about, last_error, fencing_token FROM mails');
}

describe('a queued email', () => {
  test('[A9] is sent through the mail server once, in text and HTML, and its details are then forgotten', async () => {
    await owe();
    expect(await sendMails(context)).toBe(1);
    expect(await sendMails(context)).toBe(0);
    expect(inbox.mails).toHaveLength(1);
    expect(inbox.mails[0]).toMatchObject({
      from: 'Lastro <no-reply@lastro.example>',
      to: ['ana@example.com'],
      subject: 'Hello',
      text: expect.stringContaining('Good day.'),
      html: expect.stringContaining('<html lang="en" dir="ltr">'),
    });
    expect(inbox.mails[0]?.headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'en' });
    expect(await stateOf()).toEqual([{ state: 'sent', about: {}, last_error: null, fencing_token: 1 }]);
  });

  test('[A9] is not queued when its cause is rolled back, and only once per cause', async () => {
    await transaction(db, async (tx) => {
      await queueMail(tx, { kind: 'greeting', cause: 'undone', customerId: null, about: {}, goodForMinutes: 60 });
      throw new Error('undone');
    }).catch(() => undefined);
    await Promise.all(Array.from({ length: 20 }, () => owe('once')));
    while ((await sendMails(context)) > 0);
    expect(inbox.mails).toHaveLength(1);
  });

  test('[A9] is sent once by several concurrent workers', async () => {
    for (let at = 0; at < 30; at += 1) await owe(randomUUID(), `reader-${at}@example.com`);
    const rounds = Array.from({ length: 6 }, async () => {
      while ((await sendMails(context)) > 0);
    });
    await Promise.all(rounds);
    expect(new Set(inbox.mails.flatMap(({ to }) => to)).size).toBe(30);
    expect(inbox.mails).toHaveLength(30);
  });

  test('[A9] with nothing left to say is not sent', async () => {
    isWorthWriting = false;
    await owe();
    await sendMails(context);
    expect(inbox.mails).toEqual([]);
    expect(await stateOf()).toMatchObject([{ state: 'unneeded', about: {} }]);
  });
});

describe('when the mail server is in trouble', () => {
  test('[A9] the email waits and is sent once the server recovers', async () => {
    inbox.suffer('later');
    await owe();
    await sendMails(context);
    expect(await sendMails(context)).toBe(0);
    expect(await stateOf()).toMatchObject([{ state: 'waiting', last_error: 'smtp_451' }]);
    inbox.suffer(null);
    await restIsOver();
    await sendMails(context);
    expect(inbox.mails).toHaveLength(1);
  });

  test('[A9] it also waits when nobody listens there, or our login is refused', async () => {
    await owe();
    const deaf = createSmtpCarrier('smtp://127.0.0.1:9', { connectMs: 500, answerMs: 500 });
    await sendMails({ ...context, carrier: deaf });
    expect(await stateOf()).toMatchObject([{ state: 'waiting', last_error: 'ESOCKET' }]);
    inbox.suffer('wrong-login');
    await restIsOver();
    await sendMails(context);
    expect(await stateOf()).toMatchObject([{ state: 'waiting', last_error: 'smtp_535' }]);
  });

  test('[A9] a recipient unknown to it is given up immediately', async () => {
    inbox.suffer('unknown-reader');
    await owe();
    await sendMails(context);
    expect(await stateOf()).toMatchObject([{ state: 'refused', about: {}, last_error: 'smtp_550' }]);
  });

  test('[A9] an email accepted in silence is resent with the same message id, so its reader has it once', async () => {
    inbox.suffer('taken-in-silence');
    await owe();
    await sendMails(context);
    inbox.suffer(null);
    await restIsOver();
    await sendMails(context);
    expect(inbox.mails).toHaveLength(2);
    expect(inbox.mails[0]?.messageId).toBe(inbox.mails[1]?.messageId);
    expect(inbox.mails[0]?.messageId).toMatch(/@lastro\.example>$/);
  });

  test('[A9] an answer that never ends is cut off, and the email waits for another try', async () => {
    inbox.suffer('dawdling');
    await owe();
    const carrier = createSmtpCarrier(inbox.url, { connectMs: 1_000, answerMs: 1_000, deadlineMs: 1_500 });
    const began = performance.now();
    await sendMails({ ...context, carrier });
    carrier.close();
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(await stateOf()).toMatchObject([{ state: 'waiting', last_error: 'timeout' }]);
    expect(inbox.mails).toEqual([]);
  });

  test('[A9] it is tried a limited number of times, and not after its deadline', async () => {
    inbox.suffer('later');
    await owe('often');
    await db.query('UPDATE mails SET failures = $1', [mostTries - 1]);
    await sendMails(context);
    expect(await stateOf()).toMatchObject([{ state: 'expired', last_error: 'smtp_451' }]);
    await db.query('DELETE FROM mails');
    inbox.suffer(null);
    await owe('late');
    await db.query(`UPDATE mails SET deadline_at = now() - interval '1 second'`);
    await sendMails(context);
    expect(await stateOf()).toMatchObject([{ state: 'expired', about: {} }]);
    expect(inbox.mails).toEqual([]);
  });

  test('[A9] a dead worker’s email is released when its lease ends, under a new fencing token', async () => {
    await owe();
    const [dead] = await claimMails(db, { lane: 'urgent', most: 1, leaseMs: mailLeaseMs });
    expect(await sendMails(context)).toBe(0);
    await restIsOver();
    await sendMails(context);
    expect(inbox.mails).toHaveLength(1);
    expect(await stateOf()).toMatchObject([{ state: 'sent', fencing_token: (dead?.fencingToken ?? 0) + 1 }]);
    // Claiming alone does not count as an attempt.
    expect(await db.query('SELECT failures FROM mails')).toEqual([{ failures: 0 }]);
  });

  test('each delay is about twice the previous one, and never above an hour', () => {
    expect(restMs(1)).toBeGreaterThanOrEqual(1_000);
    expect(restMs(1)).toBeLessThanOrEqual(2_000);
    expect(restMs(5)).toBeGreaterThanOrEqual(16_000);
    expect(restMs(mostTries)).toBeLessThanOrEqual(3_600_000);
  });
});

describe('when the server is asked to stop', () => {
  test('[A9] emails under way are recorded once sent, and those not begun are due immediately and have lost no attempt', async () => {
    await oweMany(8);
    const stop = new AbortController();
    const hanging: (() => void)[] = [];
    let carried = 0;
    const carry = async () => {
      carried += 1;
      if (carried > 1) await new Promise<void>((go) => hanging.push(go));
      return {};
    };
    const sending = sendLane(
      { ...context, carrier: { carry, close: () => {} } },
      { lane: 'urgent', stopping: stop.signal },
    );
    const leftOnes = async () => (await stateOf()).filter(({ state }) => state === 'sent').length;
    await expect.poll(leftOnes).toBe(1);
    // One has been sent, four are at the mail server, three have not begun.
    stop.abort();
    for (const go of hanging.splice(0)) go();
    await sending;
    expect(carried).toBe(5);
    expect(await db.query('SELECT failures FROM mails WHERE due_at <= now()')).toEqual(
      Array.from({ length: 3 }, () => ({ failures: 0 })),
    );
    expect((await stateOf()).filter(({ state }) => state === 'sent')).toHaveLength(5);
  });

  test('[A9] nothing more is claimed', async () => {
    await owe();
    expect(await sendLane(context, { lane: 'urgent', stopping: AbortSignal.abort() })).toBe(0);
    expect(await stateOf()).toMatchObject([{ state: 'waiting', fencing_token: 0 }]);
  });
});

test('[A9] a code does not wait behind a mass email: each lane sends only its own', async () => {
  await oweMany(3, 'many@example.com');
  await db.query('UPDATE mails SET is_urgent = false');
  await owe();
  expect(await sendMails(context)).toBe(1);
  expect(await sendMails(context)).toBe(0);
  expect(inbox.mails.map(({ to }) => to)).toEqual([['ana@example.com']]);
  expect(await sendLane(context, { lane: 'ordinary' })).toBe(3);
  expect(inbox.mails).toHaveLength(4);
});

test('[A9] the log names the email and the error, but no recipient, content or link', async () => {
  await owe();
  await owe();
  await sendMails(context);
  for (const mishap of ['later', 'unknown-reader', 'taken-in-silence'] as const) {
    inbox.suffer(mishap);
    await owe();
    await sendMails(context);
  }
  context.templates = {};
  await owe();
  await sendMails(context);
  expect(logged).toContain('smtp_550');
  expect(
    logged.split('\n').filter((line) => /ana@|the-secret|Good day|no such reader|lastro:secret/.test(line)),
  ).toEqual([]);
});

test('[A9] the metrics show emails waiting, stuck and given up', async () => {
  watchMails(db);
  await owe('a');
  await owe('b');
  await db.query(`UPDATE mails SET queued_at = now() - interval '11 minutes', deadline_at = now() WHERE cause = 'b'`);
  const before = await metrics.metrics();
  expect(before).toContain('lastro_mails_waiting 2');
  expect(before).toContain('lastro_mails_stuck{lane="urgent"} 1');
  expect(before).toContain('lastro_mails_stuck{lane="ordinary"} 0');
  await sendMails(context);
  const after = await metrics.metrics();
  expect(after).toContain('lastro_mails_waiting 0');
  expect(after).toContain('lastro_mails_given_up 1');
});

test('[A9] emails that ended a month ago are deleted, those that wait are not', async () => {
  await owe('old');
  await sendMails(context);
  await db.query(`UPDATE mails SET ended_at = now() - interval '31 days'`);
  await owe('new');
  await purgeOldMails(db);
  expect(await stateOf()).toMatchObject([{ state: 'waiting' }]);
});

test('[A9] a wave of emails is claimed and recorded in batches, not one by one', async () => {
  const wave = 96;
  await oweMany(wave);
  // Independent of how busy the machine is.
  const round = createRounds(context, 'urgent', Infinity);
  const began = performance.now();
  const asked = await watchStatements(async () => {
    while ((await round()) > 0);
  });
  const seconds = Math.floor((performance.now() - began) / 1_000);
  expect(inbox.mails).toHaveLength(wave);
  // 16, 32 and 48 emails: each round claims them and records the outcomes; one more query finds that nothing is due
  const least = 3 * 2 + 1;
  expect(asked.length).toBeGreaterThanOrEqual(least);
  // A round that takes longer than a second records what it knows by then.
  expect(asked.length).toBeLessThanOrEqual(least + seconds);
});
