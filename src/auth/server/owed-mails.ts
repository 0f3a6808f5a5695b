import { randomUUID } from 'node:crypto';
import { queueMail } from '#mail/server/mail-queue.ts';
import type { Sql } from '#database/server/database.ts';
import { resetMinutes } from '../contract.ts';

/** The kinds of email that login queues; `mail-templates.ts` writes them when they are sent. */
export const authMails = {
  confirm: 'auth.confirm',
  reset: 'auth.reset',
  passwordChanged: 'auth.password-changed',
} as const;

const dayMinutes = 24 * 60;

/** @param cause identifies the event; each further request is a new one */
export function oweConfirmation(sql: Sql, customerId: string, cause: string = randomUUID()): Promise<void> {
  return queueMail(sql, {
    kind: authMails.confirm,
    cause: `confirm:${cause}`,
    customerId,
    about: {},
    goodForMinutes: dayMinutes,
  });
}

/** Whether the address has an account is checked when the email is written, long after the answer. */
export function oweRecovery(sql: Sql, email: string): Promise<void> {
  return queueMail(sql, {
    kind: authMails.reset,
    cause: `recover:${randomUUID()}`,
    customerId: null,
    about: { email },
    goodForMinutes: resetMinutes,
  });
}

export function owePasswordChanged(sql: Sql, customerId: string): Promise<void> {
  return queueMail(sql, {
    kind: authMails.passwordChanged,
    cause: `password-changed:${randomUUID()}`,
    customerId,
    about: {},
    goodForMinutes: dayMinutes,
  });
}
