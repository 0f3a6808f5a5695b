import { queueMail } from '#mail/server/mail-queue.ts';
import type { Tx } from '#platform/server/database.ts';
import type { NoticeKind } from '../contract.ts';
import type { WrittenNotice } from './notice-store.ts';

/**
 * The kinds of mail that notices owe; `mail-templates.ts` writes them when they leave. A changed password has a mail of
 * those who change it.
 */
export const noticeMails = {
  maturity: 'notices.maturity',
  withdrawal: 'notices.withdrawal',
  security: 'notices.security',
  standing: 'notices.standing',
} as const;

type Mail = (typeof noticeMails)[keyof typeof noticeMails];

const mailOf: Partial<Record<NoticeKind, Mail>> = {
  stake_matured: noticeMails.maturity,
  vault_ended: noticeMails.maturity,
  copy_ended: noticeMails.maturity,
  bot_ended: noticeMails.maturity,
  withdrawal_complete: noticeMails.withdrawal,
  withdrawal_canceled: noticeMails.withdrawal,
  new_device: noticeMails.security,
  second_key_added: noticeMails.security,
  second_key_removed: noticeMails.security,
  second_key_leaving: noticeMails.security,
  recovery_code_used: noticeMails.security,
  account_frozen: noticeMails.standing,
  account_unfrozen: noticeMails.standing,
};

const dayMinutes = 24 * 60;

/**
 * Writes the mails down with their notices; each leaves after the commit, unless the customer does not want it. What comes to
 * its end together is one mail: nobody wants forty about forty stakes.
 */
export async function oweMails(tx: Tx, notices: readonly WrittenNotice[]): Promise<void> {
  const mails = new Map<string, { kind: Mail; customerId: string; written: WrittenNotice[] }>();
  for (const written of notices) {
    const kind = mailOf[written.kind];
    if (!kind || !written.isFresh) continue;
    const key = `${kind}:${written.customerId}`;
    const mail = mails.get(key) ?? { kind, customerId: written.customerId, written: [] };
    mail.written.push(written);
    mails.set(key, mail);
  }
  for (const { kind, customerId, written } of mails.values()) {
    const about = { notices: written.map(({ id }) => id).join(' ') };
    const cause = `notice:${written.map(({ cause }) => cause).toSorted()[0] ?? ''}`;
    await queueMail(tx, { kind, cause, customerId, about, goodForMinutes: dayMinutes });
  }
}
