import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#database/server/transaction.ts';
import { houseAccounts } from '../journal.ts';
import { kindsMoving } from './kinds-moving.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterAll(() => ledger.db.close());

/** The others' balances are kept. */
const summedUp = houseAccounts.filter((account) => account !== 'treasury');

test.each([[summedUp], [['taxes', 'authority'] as const]])(
  '[R1] what moved %s is read from an index of its own',
  async (accounts) => {
    const moving = await kindsMoving(ledger.db, accounts);
    // The kinds of tests were added behind the migrations, and are not in the index.
    const ofTheProduct = moving.replaceAll(/,?\btest(_\w+)?/g, '').replace('{,', '{');
    expect(ofTheProduct).toContain('taxes_paid');
    const plan = await transaction(ledger.db, async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT sum(amount) FROM ledger.entries WHERE ${ofTheProduct} AND happened_at < now()`,
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('journals_of_the_house');
  },
);
