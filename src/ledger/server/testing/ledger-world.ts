import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Micros, usd } from '#money/money.ts';
import type { Database } from '#platform/server/database.ts';
import { cloneDatabase } from '#platform/server/testing/clone-database.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { Movement, Transfer } from '../../movement.ts';
import { openAccounts } from '../account-store.ts';
import { auditBooks, type Finding, ledgerOracles } from '../audit-books.ts';
import { post, type Posted } from '../post.ts';

/** A ledger with nothing around it: customers are only ids, movements whatever a test wants. */
export interface LedgerWorld {
  db: Database & { url: string };
  customer(balance?: string): Promise<string>;
  move(owner: string | null, transfers: Transfer[], key?: string): Promise<Posted>;
  audit(): Promise<Finding[]>;
  /** What only somebody with the database's own password could try. */
  asOwner(statement: string): Promise<void>;
}

export const at = new Date('2026-03-02T12:00:00Z');

export async function openLedger(): Promise<LedgerWorld> {
  const db = await cloneDatabase();
  const world: LedgerWorld = {
    db,
    customer: async (balance) => {
      const owner = randomUUID();
      await transaction(db, (tx) => openAccounts(tx, owner));
      if (balance) await world.move(owner, [{ from: 'brokerage', to: 'balance', amount: usd(balance) }]);
      return owner;
    },
    move: (owner, transfers, key = `test:${randomUUID()}`) => {
      const movement: Movement = { key, kind: 'test', owner, reference: null, transfers };
      return transaction(db, (tx) => post(tx, movement, at));
    },
    audit: () => auditBooks(db, ledgerOracles),
    asOwner: async (statement) => {
      const client = new pg.Client({ connectionString: db.url });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
  };
  return world;
}

export function transfer(from: Transfer['from'], to: Transfer['to'], amount: string | Micros): Transfer {
  return { from, to, amount: typeof amount === 'string' ? usd(amount) : amount };
}
