import { randomUUID } from 'node:crypto';
import { usd } from '#money/money.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Journal } from '../../journal.ts';
import { auditBooks, ledgerInvariants } from '../audit-books.ts';
import { post } from '../post.ts';
import type { LedgerWorld } from './ledger-world.ts';
import { madeUp } from './test-kinds.ts';

/** The time at which everything in a test ledger happens. */
export const at = new Date('2026-03-02T12:00:00Z');

/** Builds a ledger in this database, whoever created it; also usable outside a test run. */
export function buildLedger(db: LedgerWorld['db']): LedgerWorld {
  const world: LedgerWorld = {
    db,
    customer: async (balance) => {
      const owner = randomUUID();
      if (balance) await world.move(owner, [{ from: 'brokerage', to: 'balance', amount: usd(balance) }]);
      return owner;
    },
    move: (owner, entries, key = `test:${randomUUID()}`) => {
      const kind = madeUp(owner ? 'test' : 'test_house');
      const journal: Journal = { key, kind, owner, reference: null, entries };
      return transaction(db, (tx) => post(tx, journal, at));
    },
    audit: () => auditBooks(db, ledgerInvariants),
    asOwner: async (statement) => void (await askAsOwner(db.adminUrl, statement)),
  };
  return world;
}
