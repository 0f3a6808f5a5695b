import { type Micros, usd } from '#money/money.ts';
import { cloneDatabase, type TestDatabase } from '#platform/server/testing/clone-database.ts';
import type { Transfer } from '../../movement.ts';
import type { Finding } from '../audit-books.ts';
import type { Posted } from '../post.ts';
import { buildLedger } from './build-ledger.ts';

/** A ledger with nothing around it: customers are only ids, movements whatever a test wants. */
export interface LedgerWorld {
  db: TestDatabase;
  customer(balance?: string): Promise<string>;
  move(owner: string | null, transfers: Transfer[], key?: string): Promise<Posted>;
  audit(): Promise<Finding[]>;
  /** What only somebody with the database's own password could try. */
  asOwner(statement: string): Promise<void>;
}

export async function openLedger(): Promise<LedgerWorld> {
  return buildLedger(await cloneDatabase());
}

export function transfer(from: Transfer['from'], to: Transfer['to'], amount: string | Micros): Transfer {
  return { from, to, amount: typeof amount === 'string' ? usd(amount) : amount };
}
