import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { livedInvestor } from '#explanations/server/testing/lived-investor.ts';
import { auditBooks, rulesOf } from '#ledger/server/audit-books.ts';
import { backingInvariants } from '#ledger/server/backing.ts';
import { knownKinds, retiredKinds } from '#ledger/kinds.ts';
import { micros, usd } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { post } from '#ledger/server/post.ts';
import { bringMoney } from '#wallet/server/testing/bring-money.ts';
import { asTransfer, type TransferRow } from '#wallet/server/transfer-store.ts';
import { sendUncount } from '#wallet/server/withdrawal-counters.ts';
import { reversals } from '#ledger/reversals.ts';
import { lastroOf } from './testing/type-command.ts';
import { allBackings } from './all-backings.ts';
import { allInvariants } from './all-invariants.ts';

/** A world in which an event of every kind was posted, each with what stands behind it. */
let world: CopytradeWorld;
let owner: pg.Client;
beforeAll(async () => {
  world = await openCopytradeWorld({ treasury: '1000000' });
  expect((await lastroOf(world)('settings set taxes.withheld_percent 15')).exit).toBe(0);
  const { ana } = await livedInvestor(world);
  await transaction(world.db, (tx) => bringMoney(tx, ana.id, usd('100'), world.now));
  await ana.post('/api/withdraw', { amount: 30, user: ana.id, currency: 'usdt' });
  await ana.post('/api/withdraw', { amount: 40, user: ana.id, currency: 'usdt' });
  await end('30000000', 'settled', ['withdrawal_settled', 'brokerage', 'fees']);
  await end('40000000', 'returned', ['withdrawal_returned', 'balance', 'balance']);
  await takeBack();
  owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** Taxes are paid and come back, one journal of each kind that can be reversed is, and money goes out of the treasury. */
async function takeBack(): Promise<void> {
  for (const way of ['pay', 'return']) {
    const { exit, err } = await lastroOf(world)(`taxes ${way} 0.01 --reason`, 'a test');
    expect([way, exit, err]).toEqual([way, 0, '']);
  }
  for (const kind of Object.keys(reversals)) {
    const [last] = await world.db.query<{ key: string }>(
      `SELECT j.key FROM ledger.journals j JOIN ledger.entries e USING (cell, owner, number) JOIN ledger.accounts a USING (cell, owner)
       WHERE j.kind = $1 AND (e.to_account <> 'balance' OR a.balance >= e.amount) ORDER BY e.amount LIMIT 1`,
      [kind],
    );
    const typed = await lastroOf(world)(`ledger reverse ${last?.key} --reason`, 'a test');
    expect([kind, typed.exit, typed.err]).toEqual([kind, 0, '']);
  }
  const { exit, err } = await lastroOf(world)('treasury draw 1 --reason', 'a test');
  expect([exit, err]).toEqual([0, '']);
}

/** What the brokerage's answer does to a withdrawal, without a brokerage. */
async function end(
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

const backing = backingInvariants(allBackings);
const posting = knownKinds.filter((kind) => !retiredKinds.has(kind));

/** The rules that find something after somebody has been at the database; nothing of it stays. */
async function rulesAfter(tampering: string): Promise<string[]> {
  const sql: Sql = { query: async (text, values = []) => (await owner.query(text, [...values])).rows };
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.query(tampering);
    return [...new Set((await auditBooks(sql, backing)).map(({ rule }) => rule))];
  } finally {
    await owner.query('ROLLBACK');
  }
}

const ruleOf = (kind: string): string => `what stands behind ${kind} is exactly what it moved`;

test('[L5] there is a rule for every kind of event that may be posted, and for none besides', () => {
  expect(new Set(Object.keys(allBackings))).toEqual(new Set(knownKinds));
  const rules = new Set(rulesOf(allInvariants));
  for (const kind of Object.keys(allBackings)) expect(rules).toContain(ruleOf(kind));
});

test('[L5] in this world an event of every kind was posted, and the books balance', async () => {
  const posted = await world.db.query<{ kind: string }>(
    `SELECT DISTINCT kind FROM ledger.journals WHERE kind !~ '^test'`,
  );
  expect(new Set(posted.map(({ kind }) => kind))).toEqual(new Set(posting));
  expect(await auditBooks(world.db, allInvariants)).toEqual([]);
});

describe.each(posting)('%s', (kind) => {
  const oneOf = `(SELECT max(key) FROM ledger.journals WHERE kind = '${kind}')`;
  const ofIt = `(owner, number) = (SELECT owner, number FROM ledger.journals WHERE key = ${oneOf})`;

  test('[L5] with nothing behind it is found, though the ledger took it', async () => {
    const again = `SELECT ledger.post('made-up:' || j.key, j.kind, nullif(j.owner, ledger.house_of(j.cell)), j.reference, j.happened_at,
        array_agg(from_account), array_agg(to_account), array_agg(1::bigint), j.cell)
      FROM ledger.journals j JOIN ledger.entries e USING (cell, owner, number) WHERE j.key = ${oneOf} GROUP BY j.cell, j.owner, j.number`;
    const richer = `UPDATE ledger.accounts SET balance = balance + 9, held = held + 9, invested = invested + 9, promised = promised + 9,
      zord = zord + 9; UPDATE ledger.treasury SET balance = balance + 9`;
    expect(await rulesAfter(`${richer}; ${again}`)).toEqual([ruleOf(kind)]);
  });

  test.each([
    ['for a micro-dollar more', `UPDATE ledger.entries SET amount = amount + 1 WHERE ${ofIt}`],
    [
      'of somebody else',
      `UPDATE ledger.entries SET owner = overlay(owner::text PLACING 'ffff' FROM 1)::uuid WHERE ${ofIt};
        UPDATE ledger.journals SET owner = overlay(owner::text PLACING 'ffff' FROM 1)::uuid WHERE key = ${oneOf}`,
    ],
    ['about something else', `UPDATE ledger.journals SET reference = gen_random_uuid() WHERE key = ${oneOf}`],
    ['of another name', `UPDATE ledger.journals SET key = 'another' WHERE key = ${oneOf}`],
    ['that was never posted', `DELETE FROM ledger.journals WHERE key = ${oneOf}`],
  ])('[L5] %s is found', async (_what, tampering) => {
    expect(await rulesAfter(tampering)).toEqual([ruleOf(kind)]);
  });
});
