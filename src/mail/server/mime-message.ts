import type { SendMailOptions } from 'nodemailer';
import type { WrittenMail } from './carrier.ts';

/** The mail in the library's terms. Nothing in it may be fetched or read from a file, whatever a text says. */
export function mimeMessage(mail: WrittenMail): SendMailOptions {
  const { id, queuedAt, language, from, to, subject, text, html } = mail;
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: queuedAt,
    // The same at every try: a mail that leaves twice because we died in between is one mail to its reader.
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
