import { createTransport } from 'nodemailer';
import { type Carrier, CarrierError } from './carrier.ts';
import { mimeMessage } from './mime-message.ts';

export interface SmtpPatience {
  connectMs: number;
  answerMs: number;
  /** For all of it: a server that says a little of its answer now and then is silent for no time. */
  deadlineMs?: number;
}

/** How long handing over one mail can take at the most. */
export const smtpDeadlineMs = 90_000;

const patience: SmtpPatience = { connectMs: 10_000, answerMs: 30_000, deadlineMs: smtpDeadlineMs };

/** As many as are handed over at the same time, of all lanes: none waits for a connection. */
export const smtpConnections = 12;

/** Through the mail server of `SMTP_URL`: `smtps://`, or `smtp://` with STARTTLS where it is offered. */
export function createSmtpCarrier(
  url: string,
  { connectMs, answerMs, deadlineMs = smtpDeadlineMs }: SmtpPatience = patience,
): Carrier {
  const transport = createTransport(
    withQuery(url, {
      // Connections are used for many mails, each with its TLS and login made once.
      pool: true,
      maxConnections: smtpConnections,
      // One that was closed while it was idle is not the mail's fault.
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
        await transport.sendMail({ ...mimeMessage(mail), signal: AbortSignal.timeout(deadlineMs) });
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

/** 5xx about the reader or the mail itself is for ever; a login that is refused is ours to mend, and the mail waits. */
function troubleOf(error: unknown): CarrierError {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA';
  if (typeof responseCode === 'number') {
    return new CarrierError(`smtp_${responseCode}`, isAboutTheMail && responseCode >= 500);
  }
  return new CarrierError(typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown', false);
}
