import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { livedInvestor } from '#explanations/server/testing/lived-investor.ts';
import { auditBooks } from '#ledger/server/audit-books.ts';
import { backingInvariants } from '#ledger/server/backing.ts';
import { kinds, knownKinds } from '#ledger/kinds.ts';
import { micros, usd } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { post } from '#ledger/server/post.ts';
import { bringMoney } from '#wallet/server/testing/bring-money.ts';
import { allBackings } from './all-backings.ts';
import { allInvariants } from './all-invariants.ts';

/** A world in which an event of every kind was posted, each with what stands behind it. */
let world: CopytradeWorld;
let owner: pg.Client;
beforeAll(async () => {
  world = await openCopytradeWorld({ treasury: '1000000' });
  const { ana } = await livedInvestor(world);
  await transaction(world.db, (tx) => bringMoney(tx, ana.id, usd('100'), world.now));
  await ana.post('/api/withdraw', { amount: 30, user: ana.id, currency: 'usdt' });
  await ana.post('/api/withdraw', { amount: 40, user: ana.id, currency: 'usdt' });
  await end('30000000', 'settled', ['withdrawal_settled', 'brokerage', 'fees']);
  await end('40000000', 'returned', ['withdrawal_returned', 'balance', 'balance']);
  owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** What the brokerage's answer does to a withdrawal, without a brokerage. */
async function end(
  amount: string,
  state: string,
  [kind, to, feeTo]: ['withdrawal_settled' | 'withdrawal_returned', 'brokerage' | 'balance', 'fees' | 'balance'],
): Promise<void> {
  await transaction(world.db, async (tx) => {
    const [transfer] = await tx.query<{ id: string; customer_id: string; amount: bigint; fee: bigint }>(
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
  });
}

const backing = backingInvariants(allBackings);
const posting = knownKinds.filter((kind) => kinds[kind] === 'posted');

/** The rules that find something after somebody has been at the database; nothing of it stays. */
async function rulesAfter(tampering: string): Promise<string[]> {
  const sql: Sql = { query: async (text) => (await owner.query(text)).rows };
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
  const rules = new Set(allInvariants.map(({ rule }) => rule));
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
  const oneOf = `(SELECT max(id) FROM ledger.journals WHERE kind = '${kind}')`;

  test('[L5] with nothing behind it is found, though the ledger took it', async () => {
    const again = `SELECT ledger.post('made-up:' || j.key, j.kind, j.owner, j.reference, j.happened_at, array_agg(f.kind),
        array_agg(g.kind), array_agg(1::bigint))
      FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
      JOIN ledger.accounts f ON f.id = t.from_account JOIN ledger.accounts g ON g.id = t.to_account
      WHERE j.id = ${oneOf} GROUP BY j.id`;
    const richer = `UPDATE ledger.balances SET balance = balance + 1000000`;
    expect(await rulesAfter(`${richer}; ${again}`)).toEqual([ruleOf(kind)]);
  });

  test.each([
    ['for a micro-dollar more', `UPDATE ledger.transfers SET amount = amount + 1 WHERE journal_id = ${oneOf}`],
    ['of somebody else', `UPDATE ledger.journals SET owner = gen_random_uuid() WHERE id = ${oneOf}`],
    ['about something else', `UPDATE ledger.journals SET reference = gen_random_uuid() WHERE id = ${oneOf}`],
    ['of another name', `UPDATE ledger.journals SET key = 'another' WHERE id = ${oneOf}`],
    ['that was never posted', `DELETE FROM ledger.journals WHERE id = ${oneOf}`],
  ])('[L5] %s is found', async (_what, tampering) => {
    expect(await rulesAfter(tampering)).toEqual([ruleOf(kind)]);
  });
});
