import type { World } from './world.ts';
import type { ReadMail } from '#mail/server/testing/read-mail.ts';
import { openSmtpInbox } from '#mail/server/testing/smtp-inbox.ts';
import { lanes } from '#mail/server/mail-queue.ts';
import { type MailContext, sendMails } from '#mail/server/send-mails.ts';
import { createSmtpCarrier } from '#mail/server/smtp-carrier.ts';
import { senderOf } from '#mail/server/start-mails.ts';
import { authMailTemplates } from '#auth/server/mail-templates.ts';

/** The customers' mailboxes, on a real mail server. */
export interface Mailbox {
  context: MailContext;
  /** Sends the queued emails; returns those that arrived. */
  deliver(): Promise<ReadMail[]>;
  close(): Promise<void>;
}

export async function openMailbox(world: World): Promise<Mailbox> {
  const inbox = await openSmtpInbox();
  const context: MailContext = {
    db: world.db,
    carrier: createSmtpCarrier(inbox.url),
    templates: authMailTemplates(world.db, world.config),
    sender: senderOf(world.config),
    log: world.http.app.log,
  };
  return {
    context,
    async deliver() {
      const before = inbox.mails.length;
      for (const lane of lanes) while ((await sendMails(context, { lane })) > 0);
      return inbox.mails.slice(before);
    },
    async close() {
      context.carrier.close();
      await inbox.close();
    },
  };
}
