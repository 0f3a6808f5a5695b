import { setTimeout as pause } from 'node:timers/promises';
import { type Broken, countFindings, rulesOf } from '#ledger/server/audit-books.ts';
import type { Database } from '#database/server/database.ts';
import { codeOf, isLost } from '#database/server/is-lost.ts';
import { openReplica, type Replica } from '#database/server/replica.ts';
import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { BookUnread, readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { allInvariants } from '../all-invariants.ts';
import { auditInstallation } from '../audit-installation.ts';
import { declareCommand, type Reaching } from '#commands/server/declaration.ts';
import { choice, flag, optional } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { findingsAsJson, formatFindings } from '../format-findings.ts';
import { wordsOf } from './words.ts';

/**
 * Checks every rule of the ledger and of each product, and compares the brokerage's book with ours. Of the ledger it reads only what came
 * since the last audit, and it checks the products' rules for customers whose rows have changed since; everything else was checked and
 * sealed before.
 */
export const booksAudit = declareCommand({
  name: 'books audit',
  params: { brokerage: optional(choice(['no'])), whole: flag, replica: flag },
  facts: { findings: 'number', rules: 'number', compared: 'text', since: 'text', source: 'choice' },
  roles: ['auditor', 'treasury'],
  effect: null,
  words: wordsOf('books audit'),
  // Whatever it finds, it can be made.
  foresee: async () => undefined,
  async bring({ db, brokerage, replica }, asked) {
    const since = asked.whole ? 'beginning' : 'seals';
    const compared = await compareWithBroker(db, asked.brokerage ? 'unwanted' : brokerage);
    const { ofBooks, source } = asked.replica
      ? await auditReplica(db, replica, since)
      : { ofBooks: await auditInstallation(db, { since }), source: null };
    return { since, compared, source, broken: [...ofBooks, ...compared.broken] };
  },
  async run(_on, _asked, { since, compared, source, broken }) {
    const findings = countFindings(broken);
    const facts = {
      findings: String(findings),
      rules: String(rulesOf(allInvariants).length),
      compared: String(compared.isCompared),
      since,
      ...(source && { source: source.from }),
    };
    const json = {
      ...findingsAsJson(broken),
      compared: compared.isCompared,
      comparison: compared.line,
      ...(source && { behindSeconds: source.behindSeconds }),
    };
    return {
      outcome: findings > 0 ? 'broken' : compared.isCompared ? 'balanced' : 'not_compared',
      facts,
      shown: { lines: [...formatFindings(broken), compared.line, ...(source ? [source.line] : [])], json },
      isWrong: findings > 0 || compared.isMissing,
    };
  },
});

/** Which database the audit read, and how far it lagged. */
interface Source {
  from: 'replica' | 'primary';
  behindSeconds: number;
  line: string;
}

/** Checks the rules over the replica, to which nothing is written, or over the primary if the replica is away or too far behind. */
async function auditReplica(
  db: Database,
  options: Reaching['replica'],
  since: 'seals' | 'beginning',
): Promise<{ ofBooks: Broken[]; source: Source }> {
  if (!options) throw new CommandRefused('no_replica', 'No replica is configured: set DATABASE_REPLICA_URL.');
  const replica = openReplica({ ...options, primary: db, connections: 4, lookMs: 200, patienceMs: 0 });
  try {
    const copy = await firstLook(replica);
    if (copy) {
      const behindSeconds = Math.round(copy.behindMs / 100) / 10;
      const line = `Read from the replica, which was ${behindSeconds} s behind; nothing was sealed.`;
      const ofBooks = await auditInstallation(copy.db, { since, seals: false });
      return { ofBooks, source: { from: 'replica', behindSeconds, line } };
    }
  } catch (error) {
    if (!isLost(error) && codeOf(error) !== canceledOnStandby) throw error;
  } finally {
    await replica.close();
  }
  const line = 'The replica is offline or too far behind, or gave up part-way: the primary was read instead.';
  const ofBooks = await auditInstallation(db, { since, seals: false });
  return { ofBooks, source: { from: 'primary', behindSeconds: 0, line } };
}

/** A standby soon cancels a query that needs rows the primary has removed since (max_standby_streaming_delay). */
const canceledOnStandby = '40001';
const firstLookMs = 5_000;

async function firstLook(replica: Replica): Promise<ReturnType<Replica['asItIs']>> {
  for (const deadline = Date.now() + firstLookMs; Date.now() < deadline; await pause(50)) {
    const copy = replica.asItIs();
    if (copy) return copy;
  }
  return null;
}

interface Compared {
  broken: Broken[];
  isCompared: boolean;
  /** The comparison was wanted but not made: books that were not compared are not known to be right. */
  isMissing: boolean;
  line: string;
}

/** Compares the brokerage's own book with ours, item by item; not every brokerage provides its book. */
async function compareWithBroker(db: Database, brokerage: Reaching['brokerage'] | 'unwanted'): Promise<Compared> {
  const not = { broken: [], isCompared: false };
  if (brokerage === 'unwanted') {
    return { ...not, isMissing: false, line: 'The brokerage’s own book was not compared, as requested.' };
  }
  if (!brokerage) {
    const line =
      'NOT COMPARED with the brokerage’s own book: no brokerage is configured. Set BROKERAGE_URL and BROKERAGE_TOKEN.';
    return { ...not, isMissing: true, line };
  }
  try {
    const broken = await compareWithBrokerage(db, readBrokerageBook(brokerage));
    const line = 'The brokerage’s own book was compared, item by item.';
    return { broken, isCompared: true, isMissing: false, line };
  } catch (error) {
    if (!(error instanceof BookUnread)) throw error;
    return { ...not, isMissing: true, line: `NOT COMPARED with the brokerage’s own book: ${error.message}.` };
  }
}
