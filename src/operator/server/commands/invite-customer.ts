import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { register } from '#auth/contract.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { oweConfirmation, oweRecovery } from '#auth/server/owed-mails.ts';
import { requireAdmissible } from '#auth/server/require-admissible.ts';
import { realClock } from '#platform/clock.ts';
import { readBrand } from '#settings/server/config.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { dayIn } from '#platform/server/span.ts';
import { readInput } from '#http/server/read-request.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { address, day, optional, text, unrecorded, word } from '#commands/server/params.ts';
import { aboutCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/**
 * Creates a customer by the rules of the register page, without a password: they choose it by a mailed link, accept the terms at their first
 * login, and confirm the address by another. Nothing is accepted on their behalf, and nobody here knows what they choose.
 */
export const customerInvite = declareCommand({
  name: 'customer invite',
  params: {
    email: word(unrecorded(address)),
    name: unrecorded(text(120)),
    phone: unrecorded(text(40)),
    birth: unrecorded(day),
    code: optional(unrecorded(text(200))),
  },
  facts: aboutCustomer,
  roles: ['support'],
  effect: null,
  words: wordsOf('customer invite'),
  async bring({ sql }, asked) {
    const password = randomBytes(32).toString('base64url');
    const details = readInput(z.omit(register.body, { terms: true }), { ...asked, password });
    const passwords = createPasswordWork(undefined, process.env.BREACHED_PASSWORDS);
    const today = dayIn(await readHouseZone(sql), realClock.now());
    await requireAdmissible(passwords, details, readBrand(process.env), today);
    return { ...details, passwordHash: await passwords.hash(password) };
  },
  async run({ tx }, _asked, details) {
    const created = await createCustomer(tx, { ...details, owesTerms: true });
    await oweConfirmation(tx, created.id, created.id);
    await oweRecovery(tx, created.email);
    return { outcome: 'invited', facts: { customer: created.id } };
  },
});
