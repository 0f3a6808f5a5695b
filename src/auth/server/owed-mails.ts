import { randomUUID } from 'node:crypto';
import { dropMails, queueMail } from '#mail/server/mail-queue.ts';
import type { Sql } from '#platform/server/database.ts';
import { resetMinutes } from '../contract.ts';

/** The kinds of mail that getting in owes; `mail-templates.ts` writes them when they leave. */
export const authMails = {
  confirm: 'auth.confirm',
  reset: 'auth.reset',
  passwordChanged: 'auth.password-changed',
} as const;

const dayMinutes = 24 * 60;

/** @param cause names the event; each time the customer asks again is another */
export function oweConfirmation(sql: Sql, customerId: string, cause: string = randomUUID()): Promise<void> {
  return queueMail(sql, {
    kind: authMails.confirm,
    cause: `confirm:${cause}`,
    about: { customerId },
    goodForMinutes: dayMinutes,
  });
}

/** Whether the address has an account is found out when the mail is written, long after the answer. */
export function oweRecovery(sql: Sql, email: string): Promise<void> {
  return queueMail(sql, {
    kind: authMails.reset,
    cause: `recover:${randomUUID()}`,
    about: { email },
    goodForMinutes: resetMinutes,
  });
}

/** A link that was asked for and has not left yet does not leave. */
export function dropRecovery(sql: Sql, email: string): Promise<void> {
  return dropMails(sql, authMails.reset, { email });
}

export function owePasswordChanged(sql: Sql, customerId: string): Promise<void> {
  return queueMail(sql, {
    kind: authMails.passwordChanged,
    cause: `password-changed:${randomUUID()}`,
    about: { customerId },
    goodForMinutes: dayMinutes,
  });
}
