import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import type { Finding } from '#ledger/server/audit-books.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { allOracles } from '../all-oracles.ts';
import { auditAtOneMoment } from '../audit-at-one-moment.ts';
import type { Command, Lastro } from '../command.ts';
import { recordAction } from '../record-action.ts';

/** Every rule of the ledger and of each product over the whole of the books. */
export const booksAudit: Command = {
  name: 'books audit',
  summary: 'Check every rule of the books; exit code 1 when one is broken',
  async run({ db, operator, brokerage }) {
    const compared = await compareWithBroker(db, brokerage);
    const findings = [...(await auditAtOneMoment(db)), ...compared.findings];
    await transaction(db, (tx) =>
      recordAction(tx, { operator, action: 'books audit', details: { findings: findings.length } }),
    );
    if (findings.length === 0) {
      return { lines: [`The books balance: ${allOracles.length} rules hold.`, compared.line], json: { findings } };
    }
    return {
      lines: [
        'The books do not balance.',
        ...findings.map(({ rule, where }) => `  broken: ${rule}: ${where}`),
        compared.line,
      ],
      json: { findings },
      isRefused: true,
    };
  },
};

/** The brokerage's own book against ours, item by item; not every brokerage lets its book be read. */
async function compareWithBroker(
  db: Database,
  brokerage: Lastro['brokerage'],
): Promise<{ findings: Finding[]; line: string }> {
  if (!brokerage) return { findings: [], line: 'No brokerage is known, so its book was not compared.' };
  try {
    const findings = await compareWithBrokerage(db, readBrokerageBook(brokerage));
    return { findings, line: 'The brokerage’s own book was compared, item by item.' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { findings: [], line: `The brokerage’s own book was not compared: ${reason}.` };
  }
}
