import { createTransport } from 'nodemailer';
import { within } from '#platform/server/fetch-within.ts';
import type { Carrier } from './carrier.ts';
import { mimeMessage } from './mime-message.ts';
import { troubleOf } from './smtp-trouble.ts';

export interface SmtpPatience {
  connectMs: number;
  answerMs: number;
  /** For the whole delivery: a server that sends a bit of its answer now and then never triggers an idle timeout. */
  deadlineMs?: number;
}

/** Longest time that handing over one email can take. */
export const smtpDeadlineMs = 90_000;

const patience: SmtpPatience = { connectMs: 10_000, answerMs: 30_000, deadlineMs: smtpDeadlineMs };

/** As many as are handed over concurrently in all lanes, so that none waits for a connection. */
export const smtpConnections = 12;

/** Sends through the mail server of `SMTP_URL`: `smtps://`, or `smtp://` with STARTTLS if it is offered. */
export function createSmtpCarrier(
  url: string,
  { connectMs, answerMs, deadlineMs = smtpDeadlineMs }: SmtpPatience = patience,
): Carrier {
  const transport = createTransport(
    withQuery(url, {
      // Connections are reused for many emails, so that TLS and login happen once for each.
      pool: true,
      maxConnections: smtpConnections,
      // A connection that was closed while idle is not the email's fault.
      maxRequeues: 1,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
    }),
  );
  return {
    async carry(mail) {
      try {
        await within(deadlineMs, (signal) => transport.sendMail({ ...mimeMessage(mail), signal }));
        return {};
      } catch (error) {
        throw troubleOf(error);
      }
    },
    close: () => transport.close(),
  };
}

function withQuery(address: string, options: Record<string, number | boolean>): string {
  const full = new URL(address);
  for (const [name, value] of Object.entries(options)) {
    if (!full.searchParams.has(name)) full.searchParams.set(name, String(value));
  }
  return full.href;
}
