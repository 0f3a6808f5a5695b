import { readFrozenSince } from '#ledger/server/freeze.ts';
import { customerAccounts } from '#ledger/journal.ts';
import { readAccounts } from '#ledger/server/account-store.ts';
import { toDecimal, toJsonNumber } from '#money/money.ts';
import { declareLook } from '#commands/server/declaration.ts';
import { customer, word } from '#commands/server/params.ts';
import { allButAdmin } from '#staff/roles.ts';
import { readCustomer, requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** Shows who a customer is and what they hold. */
export const customerShow = declareLook({
  name: 'customer show',
  params: { customer: word(customer) },
  roles: allButAdmin,
  words: wordsOf('customer show'),
  read: readCustomer,
  async show({ sql }, { customer: typed }) {
    const { id, email, name, phone, code, created_at: created } = await requireCustomer(sql, typed);
    const accounts = await readAccounts(sql, id);
    const frozen = (await readFrozenSince(sql, id))?.toISOString() ?? null;
    const since = created.toISOString();
    const money = Object.fromEntries(customerAccounts.map((account) => [account, toJsonNumber(accounts[account])]));
    return {
      lines: [
        `${name} <${email}>, ${phone}`,
        `id ${id}, referral code ${code}, customer since ${since}`,
        `USD: ${customerAccounts.map((account) => `${account} ${toDecimal(accounts[account])}`).join(', ')}`,
        ...(frozen ? [`frozen since ${frozen}: no money leaves and nothing opens`] : []),
      ],
      json: { id, email, name, phone, code, since, ...money, frozen },
      seen: { customer: id },
    };
  },
});
