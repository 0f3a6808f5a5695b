import { normaliseEmail } from '#auth/email.ts';
import { readFrozenSince } from '#ledger/server/freeze.ts';
import { readAccounts } from '#ledger/server/account-store.ts';
import { type Micros, micros, toDecimal, toJsonNumber } from '#money/money.ts';
import { readOne, requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { type Command, CommandRefused, type Outcome } from '../command.ts';
import { recordAction } from '../record-action.ts';

interface CustomerRow {
  id: string;
  email: string;
  name: string;
  phone: string;
  code: string;
  created_at: Date;
}

/** Who a customer is and what they hold. Looking somebody up is journalled too. */
export const customerShow: Command = {
  name: 'customer show',
  words: ['EMAIL'],
  summary: 'Show a customer and what they hold',
  run: ({ db, operator }, { words }) =>
    transaction(db, async (tx) => {
      const customer = await requireCustomer(tx, words[0] as string);
      await recordAction(tx, { operator, action: 'customer show', details: { customer: customer.id } });
      const { balance, promised } = await readAccounts(tx, customer.id);
      const staked = await readStaked(tx, customer.id);
      return show(customer, { balance, staked, promised, frozenSince: await readFrozenSince(tx, customer.id) });
    }),
};

export async function requireCustomer(sql: Sql, email: string): Promise<CustomerRow> {
  const row = await readOne<CustomerRow>(
    sql,
    'SELECT id, email, name, phone, code, created_at FROM customers WHERE email = $1',
    [normaliseEmail(email)],
  );
  if (!row) throw new CommandRefused('unknown_customer', `No customer has the address ${email}.`);
  return row;
}

async function readStaked(tx: Tx, customerId: string): Promise<Micros> {
  const { staked } = await requireOne<{ staked: bigint }>(
    tx,
    `SELECT coalesce(sum(amount), 0)::bigint AS staked FROM positions
     WHERE customer_id = $1 AND cell = cell_of($1) AND product = 'stake' AND state = 'running'`,
    [customerId],
  );
  return micros(staked);
}

interface Held extends Record<'balance' | 'staked' | 'promised', Micros> {
  frozenSince: Date | null;
}

function show(customer: CustomerRow, held: Held): Outcome {
  const frozen = held.frozenSince?.toISOString() ?? null;
  const since = customer.created_at.toISOString();
  return {
    lines: [
      `${customer.name} <${customer.email}>, ${customer.phone}`,
      `id ${customer.id}, referral code ${customer.code}, customer since ${since}`,
      `balance ${toDecimal(held.balance)} USD, staked ${toDecimal(held.staked)}, promised ${toDecimal(held.promised)}`,
      ...(frozen ? [`frozen since ${frozen}: nothing leaves and nothing opens`] : []),
    ],
    json: {
      id: customer.id,
      email: customer.email,
      name: customer.name,
      phone: customer.phone,
      code: customer.code,
      since,
      balance: toJsonNumber(held.balance),
      staked: toJsonNumber(held.staked),
      promised: toJsonNumber(held.promised),
      frozen,
    },
  };
}
