import { livedInvestor } from '#explanations/server/testing/lived-investor.ts';
import { reversals } from '#ledger/reversals.ts';
import { post } from '#ledger/server/post.ts';
import { micros, usd } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { bringMoney } from '#wallet/server/testing/bring-money.ts';
import { asTransfer, type TransferRow } from '#wallet/server/transfer-store.ts';
import { sendUncount } from '#wallet/server/withdrawal-counters.ts';
import { lastroOf } from './type-command.ts';

/** Opens a world in which an event of every kind was posted, each with its backing. */
export async function openWorldOfEveryKind(): Promise<CopytradeWorld> {
  const world = await openCopytradeWorld({ treasury: '1000000' });
  const set = await lastroOf(world)('settings set taxes.withheld_percent 15');
  if (set.exit !== 0) throw new Error(set.err);
  const { ana } = await livedInvestor(world);
  await transaction(world.db, (tx) => bringMoney(tx, ana.id, usd('100'), world.now));
  await ana.post('/api/withdraw', { amount: 30, user: ana.id, currency: 'usdt' });
  await ana.post('/api/withdraw', { amount: 40, user: ana.id, currency: 'usdt' });
  await end(world, '30000000', 'settled', ['withdrawal_settled', 'brokerage', 'fees']);
  await end(world, '40000000', 'returned', ['withdrawal_returned', 'balance', 'balance']);
  await takeBack(world);
  await giveUp(world);
  return world;
}

/** Erases a customer with less than one cent left. */
async function giveUp(world: CopytradeWorld): Promise<void> {
  const rui = await world.investor({ balance: '0.004321' });
  const { exit, err } = await lastroOf(world)(`customer erase ${rui.email} --ground asked`);
  if (exit !== 0) throw new Error(err);
}

/** Pays and returns taxes, reverses one journal of each reversible kind, and draws on the treasury. */
async function takeBack(world: CopytradeWorld): Promise<void> {
  const type = async (command: string): Promise<void> => {
    const { exit, err } = await lastroOf(world)(`${command} --reason`, 'a test');
    if (exit !== 0) throw new Error(`${command}: ${err}`);
  };
  for (const way of ['pay', 'return']) await type(`taxes ${way} 0.01`);
  for (const kind of Object.keys(reversals)) {
    const [last] = await world.db.query<{ key: string }>(
      `SELECT e.key FROM ledger.entries e JOIN ledger.accounts a USING (owner)
       WHERE e.kind = $1 AND (e.to_account <> 'balance' OR a.balance >= e.amount) ORDER BY e.amount LIMIT 1`,
      [kind],
    );
    await type(`ledger reverse ${last?.key}`);
  }
  await type('treasury draw 1');
}

/** Applies the brokerage's answer to a withdrawal, without a brokerage. */
async function end(
  world: CopytradeWorld,
  amount: string,
  state: string,
  [kind, to, feeTo]: ['withdrawal_settled' | 'withdrawal_returned', 'brokerage' | 'balance', 'fees' | 'balance'],
): Promise<void> {
  await transaction(world.db, async (tx) => {
    const [transfer] = await tx.query<TransferRow>(
      `UPDATE broker_transfers SET state = $2, ended_at = $3, due_at = NULL WHERE amount = $1 RETURNING *`,
      [amount, state, world.now],
    );
    if (!transfer) throw new Error('there is no such withdrawal');
    const fee = kind === 'withdrawal_settled' ? transfer.fee : 0n;
    const entries = [
      { from: 'held', to, amount: micros(transfer.amount - fee) } as const,
      { from: 'held', to: feeTo, amount: micros(fee) } as const,
    ];
    const key = `withdrawal:${transfer.id}:${state}`;
    const journal = { key, kind, owner: transfer.customer_id, reference: transfer.id, entries };
    await post(tx, journal, world.now);
    if (state === 'returned') sendUncount(tx, asTransfer(transfer));
  });
}
