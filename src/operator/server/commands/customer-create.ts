import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { register } from '#auth/contract.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { oweConfirmation } from '#auth/server/owed-mails.ts';
import { requireAdmissible } from '#auth/server/require-admissible.ts';
import { realClock } from '#platform/clock.ts';
import { readBrand } from '#settings/server/config.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { dayIn } from '#platform/server/span.ts';
import { readInput } from '#http/server/read-request.ts';
import { transaction } from '#database/server/transaction.ts';
import { optional, raw } from '#commands/server/params.ts';
import { atMachine } from '../as-command.ts';
import { recordAction } from '../record-action.ts';

/**
 * Creates a customer by the rules of the register page. Nothing is accepted on their behalf: at their first login they are asked for the
 * terms of use, and the address is confirmed by the link that is mailed to it.
 */
export const customerCreate = atMachine({
  name: 'customer create',
  params: { email: raw, name: raw, phone: raw, birth: raw, password: raw, code: optional(raw) },
  summary:
    'Create a customer. Birth as YYYY-MM-DD, phone as +5511987654321; "--password -" reads it from standard input',
  async run({ db, operator }, options) {
    const password = options.password === '-' ? (await text(process.stdin)).trimEnd() : options.password;
    const details = readInput(z.omit(register.body, { terms: true }), { ...options, password });
    const passwords = createPasswordWork(undefined, process.env.BREACHED_PASSWORDS);
    const today = dayIn(await readHouseZone(db), realClock.now());
    await requireAdmissible(passwords, details, readBrand(process.env), today);
    const passwordHash = await passwords.hash(details.password);

    const customer = await transaction(db, async (tx) => {
      const created = await createCustomer(tx, { ...details, passwordHash, owesTerms: true });
      await oweConfirmation(tx, created.id, created.id);
      await recordAction(tx, { operator, action: 'customer create', details: { customer: created.id } });
      return created;
    });

    return {
      lines: [
        `${customer.email} is now a customer: ${customer.id}, referral code ${customer.code}.`,
        'They accept the terms of use at their first login, and confirm the address by the link that was mailed to it.',
      ],
      json: customer,
    };
  },
});
