import { queueMail } from '#mail/server/mail-queue.ts';
import type { MailTemplates } from '#mail/server/mail-template.ts';
import { layAnnouncement } from '#notices/server/mail-templates.ts';
import { mailWords } from '#notices/server/mail-words.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { isLanguage } from '#platform/languages.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { readStaff } from '#staff/server/staff-store.ts';
import type { Said } from './commands/said.ts';

const kind = 'announcements.test';
const goodForMinutes = 60;

/** Queues an announcement as an email to the member of staff who is writing it. */
export function oweTest(sql: Sql, staffId: string, said: Said & { link: string }): Promise<void> {
  const about = { staff: staffId, ...said };
  return queueMail(sql, { kind, cause: `announcement-test:${uuidv7()}`, customerId: null, about, goodForMinutes });
}

export function announcementMailTemplates(db: Database, site: Pick<Config, 'publicUrl' | 'brandName'>): MailTemplates {
  return {
    async [kind]({ about: { staff = '', language, subject = '', text = '', link = '' } }) {
      const member = await readStaff(db, staff);
      if (!member || member.disabledAt || !isLanguage(language)) return null;
      const said = { subject, text, link: link === '' ? null : link };
      return layAnnouncement(site, { to: member.email, language }, said, [mailWords(language)('announcement.test')]);
    },
  };
}
