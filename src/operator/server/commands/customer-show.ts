import { readFrozenSince } from '#ledger/server/freeze.ts';
import { customerAccounts } from '#ledger/journal.ts';
import { type Accounts, readAccounts } from '#ledger/server/account-store.ts';
import { toDecimal, toJsonNumber } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command, Outcome } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { type CustomerRow, requireCustomer } from './customer.ts';

/** Shows who a customer is and what they hold. The look-up itself is recorded too. */
export const customerShow: Command = {
  name: 'customer show',
  words: ['EMAIL'],
  summary: 'Show a customer and what they hold',
  run: ({ db, operator }, { words }) =>
    transaction(db, async (tx) => {
      const customer = await requireCustomer(tx, words[0] as string);
      await recordAction(tx, { operator, action: 'customer show', details: { customer: customer.id } });
      return show(customer, await readAccounts(tx, customer.id), await readFrozenSince(tx, customer.id));
    }),
};

function show(customer: CustomerRow, accounts: Accounts, frozenSince: Date | null): Outcome {
  const frozen = frozenSince?.toISOString() ?? null;
  const since = customer.created_at.toISOString();
  return {
    lines: [
      `${customer.name} <${customer.email}>, ${customer.phone}`,
      `id ${customer.id}, referral code ${customer.code}, customer since ${since}`,
      `USD: ${customerAccounts.map((account) => `${account} ${toDecimal(accounts[account])}`).join(', ')}`,
      ...(frozen ? [`frozen since ${frozen}: no money leaves and nothing opens`] : []),
    ],
    json: {
      id: customer.id,
      email: customer.email,
      name: customer.name,
      phone: customer.phone,
      code: customer.code,
      since,
      ...Object.fromEntries(customerAccounts.map((account) => [account, toJsonNumber(accounts[account])])),
      frozen,
    },
  };
}
