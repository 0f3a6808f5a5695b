import { type Broken, countFindings, rulesOf } from '#ledger/server/audit-books.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { BookUnread, readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { allInvariants } from '../all-invariants.ts';
import { auditInstallation } from '../audit-installation.ts';
import { type Command, type Lastro, Mistyped } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { findingsAsJson, formatFindings } from '../format-findings.ts';

/**
 * Every rule of the ledger and of each product, and the brokerage's book beside ours. Of the ledger it reads what came since the last
 * audit, and seals it; the rest was read then.
 */
export const booksAudit: Command = {
  name: 'books audit',
  optional: ['brokerage'],
  flags: ['whole'],
  summary:
    'Check every rule of the books and compare them with the brokerage’s; exit code 1 when one is broken or they were not compared (--brokerage no: not wanted; --whole: read again what earlier audits sealed)',
  async run({ db, operator, brokerage }, { options }) {
    if (options.brokerage !== undefined && options.brokerage !== 'no')
      throw new Mistyped('--brokerage takes the word no.');
    const since = options.whole ? 'beginning' : 'seals';
    const compared = await compareWithBroker(db, options.brokerage ? 'unwanted' : brokerage);
    const broken = [...(await auditInstallation(db, since)), ...compared.broken];
    const findings = countFindings(broken);
    await transaction(db, (tx) =>
      recordAction(tx, {
        operator,
        action: 'books audit',
        details: { findings, compared: compared.isCompared, since },
      }),
    );
    const verdict =
      findings === 0 ? `The books balance: ${rulesOf(allInvariants).length} rules hold.` : 'The books do not balance.';
    return {
      lines: [verdict, ...formatFindings(broken), compared.line],
      json: { ...findingsAsJson(broken), compared: compared.isCompared, comparison: compared.line },
      isRefused: findings > 0 || compared.isMissing,
    };
  },
};

interface Compared {
  broken: Broken[];
  isCompared: boolean;
  /** Wanted, and not done: books that were not compared are not known to be right. */
  isMissing: boolean;
  line: string;
}

/** The brokerage's own book against ours, item by item; not every brokerage lets its book be read. */
async function compareWithBroker(db: Database, brokerage: Lastro['brokerage'] | 'unwanted'): Promise<Compared> {
  const not = { broken: [], isCompared: false };
  if (brokerage === 'unwanted') {
    return { ...not, isMissing: false, line: 'The brokerage’s own book was not compared, as you asked.' };
  }
  if (!brokerage) {
    const line = 'NOT COMPARED with the brokerage’s own book: none is known. Set BROKERAGE_URL and BROKERAGE_TOKEN.';
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
