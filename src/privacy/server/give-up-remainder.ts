import { post } from '#ledger/server/post.ts';
import { type Micros, micros, zero } from '#money/money.ts';
import { readOne, type Tx } from '#database/server/database.ts';

/**
 * Gives up what is free of an erased customer's money to the treasury: less than one cent, since withdrawals are in whole cents; the database
 * refuses more (docs/decisions/0064-what-is-held-of-a-customer.md). Their accounts are held, so nothing is added meanwhile.
 *
 * @param now business time
 * @returns what was given up, in micro-dollars
 */
export async function giveUpRemainder(tx: Tx, customerId: string, now: Date): Promise<Micros> {
  const left = await readOne<{ balance: bigint; zord: bigint }>(
    tx,
    `INSERT INTO given_up_remainders (customer_id, balance, zord)
     SELECT owner, balance, zord FROM ledger.accounts WHERE owner = $1 AND balance + zord > 0
     RETURNING balance, zord`,
    [customerId],
  );
  if (!left) return zero;
  const entries = (['balance', 'zord'] as const)
    .map((from) => ({ from, to: 'treasury' as const, amount: micros(left[from]) }))
    .filter(({ amount }) => amount > 0n);
  const key = `remainder:${customerId}:given-up`;
  await post(tx, { key, kind: 'remainder_given_up', owner: customerId, reference: null, entries }, now);
  return micros(left.balance + left.zord);
}
