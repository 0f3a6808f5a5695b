import { randomUUID } from 'node:crypto';
import { kindsMoving } from '#ledger/server/kinds-moving.ts';
import { post } from '#ledger/server/post.ts';
import { micros, type Micros, toDecimal } from '#money/money.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { CommandRefused } from '#commands/server/refused.ts';

/** Tax withheld and owed to the authority, and tax paid to it less what it gave back. */
export interface Taxes {
  owed: Micros;
  paid: Micros;
}

/** Read only from events of the kinds that move these accounts, which are indexed. */
export async function readTaxes(sql: Sql): Promise<Taxes> {
  const side = (account: 'taxes' | 'authority'): string =>
    `coalesce(sum(CASE '${account}' WHEN to_account THEN amount WHEN from_account THEN -amount END), 0)::bigint`;
  const { owed, paid } = await requireOne<{ owed: bigint; paid: bigint }>(
    sql,
    `SELECT ${side('taxes')} AS owed, ${side('authority')} AS paid FROM ledger.entries
     WHERE ${await kindsMoving(sql, ['taxes', 'authority'])}`,
  );
  return { owed: micros(owed), paid: micros(paid) };
}

/**
 * Returns what is owed to callers that reduce it: they run one after the other, each seeing what the previous one left. Withholding
 * meanwhile only adds to it.
 */
export async function holdTaxes(tx: Tx): Promise<Taxes> {
  await requireOne(tx, 'SELECT ledger.hold_accounts(ARRAY[ledger.house()])');
  return readTaxes(tx);
}

const ways = {
  pay: { kind: 'taxes_paid', from: 'taxes', to: 'authority', limit: 'owed', over: 'is owed' },
  return: { kind: 'taxes_returned', from: 'authority', to: 'taxes', limit: 'paid', over: 'was paid' },
} as const;

export type Way = keyof typeof ways;

/** @throws CommandRefused `too_little` when more is paid than is owed, or more comes back than was paid */
export function requireOpen(taxes: Taxes, amount: Micros, way: Way): void {
  const { limit, over } = ways[way];
  const most = taxes[limit];
  if (amount <= most) return;
  throw new CommandRefused('too_little', `${toDecimal(amount)} USD is more than ${over}: ${toDecimal(most)} USD.`);
}

/**
 * Pays withheld tax to the authority, no more than is owed to it; or records what it gave back, or what was booked as paid and never was, as
 * owed again, no more than was paid. Returns the key of the event and what is then owed.
 *
 * @throws CommandRefused `too_little`
 */
export async function settleWithAuthority(
  tx: Tx,
  amount: Micros,
  way: Way,
): Promise<{ journal: string; owed: Micros }> {
  const { kind, from, to } = ways[way];
  requireOpen(await holdTaxes(tx), amount, way);
  const key = `taxes:${randomUUID()}:${way === 'pay' ? 'paid' : 'returned'}`;
  const now = await readPayingClock(tx);
  await post(tx, { key, kind, owner: null, reference: null, entries: [{ from, to, amount }] }, now);
  return { journal: key, owed: (await readTaxes(tx)).owed };
}
