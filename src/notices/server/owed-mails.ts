import { products, registry, switchedProducts } from '#positions/registry.ts';
import type { NoticeKind } from '../contract.ts';

/**
 * The kinds of email that notices owe; `mail-templates.ts` writes them when they are sent. A changed password has an email elsewhere, sent
 * by the code that changes it.
 */
export const noticeMails = {
  maturity: 'notices.maturity',
  withdrawal: 'notices.withdrawal',
  security: 'notices.security',
  standing: 'notices.standing',
  opening: 'notices.opening',
  announcement: 'notices.announcement',
} as const;

type Mail = (typeof noticeMails)[keyof typeof noticeMails];

/** Emails that may need immediate action: they do not queue behind bulk announcements. */
export const urgentMails: readonly Mail[] = [noticeMails.security, noticeMails.standing];

/** The email that each kind of notice owes; sent after the commit, unless the customer opted out. */
export const mailOf: Partial<Record<NoticeKind, Mail>> = {
  ...Object.fromEntries(products.map((product) => [registry[product].notice, noticeMails.maturity])),
  withdrawal_complete: noticeMails.withdrawal,
  withdrawal_canceled: noticeMails.withdrawal,
  new_device: noticeMails.security,
  phone_changed: noticeMails.security,
  calendar_made: noticeMails.security,
  second_key_added: noticeMails.security,
  second_key_removed: noticeMails.security,
  second_key_way_removed: noticeMails.security,
  recovery_codes_renewed: noticeMails.security,
  second_key_leaving: noticeMails.security,
  recovery_code_used: noticeMails.security,
  account_frozen: noticeMails.standing,
  account_unfrozen: noticeMails.standing,
  account_viewed: noticeMails.standing,
  address_changing: noticeMails.standing,
  address_changed: noticeMails.standing,
  details_changing: noticeMails.standing,
  details_changed: noticeMails.standing,
  data_exported: noticeMails.standing,
  ...Object.fromEntries(switchedProducts.map((product) => [registry[product].openingNotice, noticeMails.opening])),
};

export const mailGoodForMinutes = 24 * 60;
