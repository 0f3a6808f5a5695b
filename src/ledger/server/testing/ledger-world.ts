import { type Micros, usd } from '#money/money.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import type { Entry } from '../../journal.ts';
import type { Finding } from '../audit-books.ts';
import type { Posted } from '../post.ts';
import { buildLedger } from './build-ledger.ts';

/** A ledger on its own: customers are only ids, and a test can post any journal. */
export interface LedgerWorld {
  db: TestDatabase;
  customer(balance?: string): Promise<string>;
  move(owner: string | null, entries: Entry[], key?: string): Promise<Posted>;
  audit(): Promise<Finding[]>;
  /** Runs what only somebody with the database's own password could try. */
  asOwner(statement: string): Promise<void>;
}

export async function openLedger(): Promise<LedgerWorld> {
  return buildLedger(await cloneDatabase());
}

export function entry(from: Entry['from'], to: Entry['to'], amount: string | Micros): Entry {
  return { from, to, amount: typeof amount === 'string' ? usd(amount) : amount };
}
