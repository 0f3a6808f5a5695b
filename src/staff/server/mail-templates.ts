import { queueMail } from '#mail/server/mail-queue.ts';
import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database, Sql } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { invitationHours } from '../contract.ts';
import { readStaff } from './staff-store.ts';
import { giveToken } from './staff-tokens.ts';

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

type Site = Pick<Config, 'consoleUrl' | 'brandName'>;

export function staffMailTemplates(db: Database, site: Site): MailTemplates {
  return { [invitation]: (owed) => writeInvitation(db, site, owed) };
}

/** The reader's language is not known before they join, so the email is in both languages of the console. */
async function writeInvitation(db: Database, site: Site, { about }: OwedMail): Promise<MailContent | null> {
  const member = await readStaff(db, about['staff'] ?? '');
  if (!member || member.joinedAt || member.disabledAt) return null;
  const token = await transaction(db, (tx) => giveToken(tx, member.id, 'invitation', invitationHours * 60));
  const brand = site.brandName;
  return {
    to: member.email,
    language: 'pt-BR',
    subject: `${brand}: convite para o console · invitation to the console`,
    heading: `Console ${brand}`,
    paragraphs: [
      `Você foi convidado para a equipe que opera o ${brand}. Escolha uma senha e configure um segundo fator.`,
      `You are invited to the staff that runs ${brand}. Choose a password and set up a second factor.`,
    ],
    action: { label: 'Entrar · Join', url: `${site.consoleUrl}/join#${token}` },
    notes: [
      `O link vale por ${invitationHours} horas e é só seu. · The link is good for ${invitationHours} hours, and for you alone.`,
    ],
  };
}
