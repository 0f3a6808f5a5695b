import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isUuid } from '#http/server/cursor.ts';

/** The emails that customers can turn off, as in their choice. Their order is part of the links. */
export const optionalMails = ['maturities', 'withdrawals', 'announcements'] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** What a link turns off, and for whom. */
export interface Unsubscription {
  customerId: string;
  what: OptionalMail;
}

/** Links that turn emails off without logging in. Each names its customer and is signed: nothing is stored, and none can be made up. */
export interface Unsubscribing {
  linkOf(of: Unsubscription): string;
  /** Null for what we never sent. */
  read(token: string): Unsubscription | null;
}

const macBytes = 15;

/** @param readSecret called at first use */
export function createUnsubscribing(publicUrl: string, readSecret: () => string): Unsubscribing {
  let key: Buffer | null = null;
  const keyOf = (): Buffer => (key ??= Buffer.from(hkdfSync('sha256', readSecret(), '', 'lastro unsubscribing', 32)));
  const macOf = (named: Uint8Array): Buffer =>
    createHmac('sha256', keyOf()).update(named).digest().subarray(0, macBytes);
  return {
    linkOf({ customerId, what }) {
      const id = Buffer.from(customerId.replaceAll('-', ''), 'hex');
      const named = Buffer.concat([id, Buffer.from([optionalMails.indexOf(what)])]);
      return `${publicUrl}/unsubscribe/${Buffer.concat([named, macOf(named)]).toString('base64url')}`;
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const named = bytes.subarray(0, 17);
      if (bytes.length !== 17 + macBytes || !timingSafeEqual(bytes.subarray(17), macOf(named))) return null;
      const customerId = named.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      const what = optionalMails[named[16] ?? 0];
      return isUuid(customerId) && what ? { customerId, what } : null;
    },
  };
}
