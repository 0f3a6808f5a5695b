import type { SendMailOptions } from 'nodemailer';
import type { WrittenMail } from './carrier.ts';

/** Converts the email to the library's format. Nothing in it may be fetched or read from a file, whatever a text says. */
export function mimeMessage(mail: WrittenMail): SendMailOptions {
  const { id, queuedAt, language, from, to, subject, text, html, unsubscribe } = mail;
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: queuedAt,
    // The same for every attempt, so that an email sent twice because of a crash in between is a single one to its reader.
    messageId: `<${id}@${domainOf(from)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
