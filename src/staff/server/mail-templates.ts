import { queueMail } from '#mail/server/mail-queue.ts';
import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { invitationHours } from '../contract.ts';
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
export type StaffChange = 'password' | 'app' | 'passkey' | 'new_device' | 'reset';

/** @param device what is known of a new device, such as `Chrome · Windows` */
export function oweStaffChange(sql: Sql, staffId: string, what: StaffChange, device = ''): Promise<void> {
  return queueMail(sql, {
    kind: changed,
    cause: `staff-changed:${uuidv7()}`,
    customerId: null,
    about: { staff: staffId, what, device, at: new Date().toISOString() },
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
    action: { label: 'Entrar · Join', url: linkToJoin(site.consoleUrl, token, member.email) },
    notes: [
      `O link vale por ${invitationHours} horas e é só seu. · The link is good for ${invitationHours} hours, and for you alone.`,
    ],
  };
}

async function writeNewPassword(db: Database, site: Site, { about }: OwedMail): Promise<MailContent | null> {
  const member = await readStaffByEmail(db, about['email'] ?? '');
  if (!member || !mayChoosePassword(member)) return null;
  const token = await transaction(db, (tx) => giveToken(tx, member.id, 'invitation', passwordMinutes));
  const brand = site.brandName;
  return {
    to: member.email,
    language: 'pt-BR',
    subject: `${brand}: outra senha para o console · another password for the console`,
    heading: `Console ${brand}`,
    paragraphs: [
      'Alguém pediu outra senha para o seu acesso. Depois de escolhê-la, mostre seu segundo fator; as sessões abertas terminam.',
      'Somebody asked for another password for your access. Once you have chosen it, show your second factor; open sessions end.',
    ],
    action: {
      label: 'Escolher a senha · Choose the password',
      url: linkToPassword(site.consoleUrl, token, member.email),
    },
    notes: [
      `O link vale por ${passwordMinutes} minutos. Se não foi você, ignore este e-mail. · The link is good for ${passwordMinutes} minutes. If it was not you, ignore this email.`,
    ],
  };
}

const changes: Record<StaffChange, readonly [pt: string, en: string]> = {
  password: ['Sua senha do console foi escolhida.', 'Your password for the console was chosen.'],
  app: ['Um aplicativo autenticador foi adicionado.', 'An authenticator app was added.'],
  passkey: ['Uma chave de acesso foi adicionada.', 'A passkey was added.'],
  new_device: ['Houve uma entrada de um aparelho novo.', 'There was a sign-in from a new device.'],
  reset: ['Seu acesso foi redefinido por um administrador.', 'Your access was reset by an administrator.'],
};

/** In both languages of the console: which one its reader chose is known to their browser only. */
async function writeChange(db: Database, site: Site, { about }: OwedMail): Promise<MailContent | null> {
  const member = await readStaff(db, about['staff'] ?? '');
  const what = changes[about['what'] as StaffChange];
  if (!member || !what) return null;
  const brand = site.brandName;
  const when = `${(about['at'] ?? '').slice(0, 16).replace('T', ' ')} (UTC)`;
  return {
    to: member.email,
    language: 'pt-BR',
    subject: `${brand}: seu acesso ao console mudou · your access to the console changed`,
    heading: `Console ${brand}`,
    paragraphs: [...what, [when, about['device']].filter(Boolean).join(' · ')],
    action: { label: 'Abrir o console · Open the console', url: site.consoleUrl },
    notes: ['Se não foi você, avise agora um administrador. · If it was not you, tell an administrator now.'],
  };
}
