import { queueMail } from '#mail/server/mail-queue.ts';
import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { invitationHours } from '../contract.ts';
import { staffMailWords } from './mail-words.ts';
import { mayChoosePassword, readStaff, readStaffByEmail } from './staff-store.ts';
import { giveToken, linkToJoin, linkToPassword } from './staff-tokens.ts';

const invitation = 'staff.invitation';

/**
 * Queues the email to somebody invited in the console. Its link is created when the email is sent, so nobody in the installation sees it.
 */
export function oweInvitation(sql: Sql, staffId: string): Promise<void> {
  return queueMail(sql, {
    kind: invitation,
    cause: `staff-invitation:${uuidv7()}`,
    customerId: null,
    about: { staff: staffId },
    goodForMinutes: invitationHours * 60,
  });
}

const newPassword = 'staff.password';
const passwordMinutes = 60;

/** Queues a link for choosing another password; whether anybody may, is determined when it is sent. */
export function oweNewPassword(sql: Sql, email: string): Promise<void> {
  return queueMail(sql, {
    kind: newPassword,
    cause: `staff-password:${uuidv7()}`,
    customerId: null,
    about: { email },
    goodForMinutes: passwordMinutes,
  });
}

const changed = 'staff.changed';

/** A recent change of a member's own access (L11). */
export type StaffChange = 'password' | 'app' | 'passkey' | 'app_removed' | 'passkey_removed' | 'new_device' | 'reset';

/** @param which what is known of a new device, such as `Chrome · Windows`, or a key's name */
export function oweStaffChange(sql: Sql, staffId: string, what: StaffChange, which = ''): Promise<void> {
  return queueMail(sql, {
    kind: changed,
    cause: `staff-changed:${uuidv7()}`,
    customerId: null,
    about: { staff: staffId, what, which },
    goodForMinutes: 24 * 60,
  });
}

type Site = Pick<Config, 'consoleUrl' | 'brandName'>;

export function staffMailTemplates(db: Database, site: Site): MailTemplates {
  return {
    [invitation]: (owed) => writeInvitation(db, site, owed),
    [newPassword]: (owed) => writeNewPassword(db, site, owed),
    [changed]: (owed) => writeChange(db, site, owed),
  };
}

async function writeInvitation(db: Database, site: Site, { about }: OwedMail): Promise<MailContent | null> {
  const member = await readStaff(db, about['staff'] ?? '');
  if (!member || member.joinedAt || member.disabledAt) return null;
  const token = await transaction(db, (tx) => giveToken(tx, member.id, 'invitation', invitationHours * 60));
  const { language, t } = staffMailWords(member);
  const { brandName: brand, consoleUrl } = site;
  return {
    to: member.email,
    language,
    subject: t('invitation.subject', { brand }),
    heading: t('heading', { brand }),
    paragraphs: [t('invitation.text', { brand })],
    action: { label: t('invitation.action'), url: linkToJoin(consoleUrl, token, member.email) },
    notes: [t('invitation.note', { hours: invitationHours })],
  };
}

async function writeNewPassword(db: Database, site: Site, { about }: OwedMail): Promise<MailContent | null> {
  const member = await readStaffByEmail(db, about['email'] ?? '');
  if (!member || !mayChoosePassword(member)) return null;
  const token = await transaction(db, (tx) => giveToken(tx, member.id, 'invitation', passwordMinutes));
  const { language, t } = staffMailWords(member);
  const { brandName: brand, consoleUrl } = site;
  return {
    to: member.email,
    language,
    subject: t('password.subject', { brand }),
    heading: t('heading', { brand }),
    paragraphs: [t('password.text')],
    action: { label: t('password.action'), url: linkToPassword(consoleUrl, token, member.email) },
    notes: [t('password.note', { minutes: passwordMinutes })],
  };
}

async function writeChange(db: Database, site: Site, { about, queuedAt }: OwedMail): Promise<MailContent | null> {
  const member = await readStaff(db, about['staff'] ?? '');
  if (!member) return null;
  const { language, t } = staffMailWords(member);
  const { brandName: brand, consoleUrl } = site;
  const when = t('changed.when', { at: queuedAt });
  return {
    to: member.email,
    language,
    subject: t('changed.subject', { brand }),
    heading: t('heading', { brand }),
    paragraphs: [t(`changed.what.${about['what'] as StaffChange}`), [when, about['which']].filter(Boolean).join(' · ')],
    action: { label: t('changed.action'), url: consoleUrl },
    notes: [t('changed.note')],
  };
}
