import { randomUUID } from 'node:crypto';
import { usd } from '#money/money.ts';
import { askAsOwner } from '#platform/server/testing/ask-as-owner.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { Movement } from '../../movement.ts';
import { openAccounts } from '../account-store.ts';
import { auditBooks, ledgerOracles } from '../audit-books.ts';
import { post } from '../post.ts';
import type { LedgerWorld } from './ledger-world.ts';
import { madeUp } from './test-kinds.ts';

/** The moment at which everything in a ledger of tests happens. */
export const at = new Date('2026-03-02T12:00:00Z');

/** A ledger in this database, whoever made it; also outside of a test run. */
export function buildLedger(db: LedgerWorld['db']): LedgerWorld {
  const world: LedgerWorld = {
    db,
    customer: async (balance) => {
      const owner = randomUUID();
      await transaction(db, (tx) => openAccounts(tx, owner));
      if (balance) await world.move(owner, [{ from: 'brokerage', to: 'balance', amount: usd(balance) }]);
      return owner;
    },
    move: (owner, transfers, key = `test:${randomUUID()}`) => {
      const kind = madeUp(owner ? 'test' : 'test_house');
      const movement: Movement = { key, kind, owner, reference: null, transfers };
      return transaction(db, (tx) => post(tx, movement, at));
    },
    audit: () => auditBooks(db, ledgerOracles),
    asOwner: async (statement) => void (await askAsOwner(db.adminUrl, statement)),
  };
  return world;
}
