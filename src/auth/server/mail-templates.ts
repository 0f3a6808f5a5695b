import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { confirmDays, resetMinutes } from '../contract.ts';
import { mailWords } from './mail-words.ts';
import { mintResetToken, mintToken } from './mailed-token-store.ts';
import { type Addressee, readAddressee, readAddresseeByEmail } from './mailbox-store.ts';
import { authMails } from './owed-mails.ts';

type Site = Pick<Config, 'publicUrl' | 'brandName'>;

/**
 * The login's emails. A link's token is created here, when the email is sent: nobody has it before, and only its reader after. No email
 * repeats what a stranger typed at registration, so nobody can have a text of theirs mailed to others.
 */
export function authMailTemplates(db: Database, site: Site): MailTemplates {
  return {
    [authMails.confirm]: (owed) => writeConfirmation(db, site, owed),
    [authMails.reset]: (owed) => writeReset(db, site, owed),
    [authMails.passwordChanged]: (owed) => writePasswordChanged(db, site, owed),
  };
}

async function writeConfirmation(db: Database, site: Site, owed: OwedMail): Promise<MailContent | null> {
  const customer = await readAddressee(db, owed.customerId ?? '');
  if (!customer || customer.isEmailConfirmed) return null;
  const token = await mintToken(db, 'confirm', customer, confirmDays * 24 * 60);
  if (!token) return null;
  const t = mailWords(customer.language);
  return {
    ...addressed(customer),
    subject: t('confirm.subject', { brand: site.brandName }),
    heading: t('confirm.heading'),
    paragraphs: [t('confirm.text', { brand: site.brandName })],
    action: { label: t('confirm.action'), url: linkTo(site, 'confirm', token) },
    notes: [t('confirm.good', { days: confirmDays }), t('confirm.notYou')],
  };
}

/**
 * No email to an address without an account, nor for a request made before the password was changed: a customer who changes it because a
 * stranger reads their mail must not leave the stranger with a link.
 */
async function writeReset(db: Database, site: Site, owed: OwedMail): Promise<MailContent | null> {
  const customer = await readAddresseeByEmail(db, owed.about.email ?? '');
  if (!customer) return null;
  const token = await mintResetToken(db, customer, resetMinutes, owed.queuedAt);
  if (!token) return null;
  const t = mailWords(customer.language);
  return {
    ...addressed(customer),
    subject: t('reset.subject', { brand: site.brandName }),
    heading: t('reset.heading'),
    paragraphs: [t('reset.text', { brand: site.brandName })],
    action: { label: t('reset.action'), url: linkTo(site, 'reset', token) },
    notes: [t('reset.good', { minutes: resetMinutes }), t('reset.notYou')],
  };
}

async function writePasswordChanged(db: Database, site: Site, owed: OwedMail): Promise<MailContent | null> {
  const customer = await readAddressee(db, owed.customerId ?? '');
  if (!customer) return null;
  const t = mailWords(customer.language);
  return {
    ...addressed(customer),
    subject: t('changed.subject', { brand: site.brandName }),
    heading: t('changed.heading'),
    paragraphs: [t('changed.text', { brand: site.brandName })],
    action: { label: t('changed.action'), url: `${site.publicUrl}/auth/recover` },
    notes: [t('changed.notYou')],
  };
}

function addressed({ email, language }: Addressee): Pick<MailContent, 'to' | 'language'> {
  return { to: email, language };
}

function linkTo({ publicUrl }: Site, page: 'confirm' | 'reset', token: string): string {
  return `${publicUrl}/auth/${page}?token=${token}`;
}
