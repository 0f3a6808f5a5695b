import { writeCsvLine } from '#history/csv.ts';
import { customerAccounts } from '#ledger/journal.ts';
import { micros, type Micros, toDecimal } from '#money/money.ts';
import type { ReportName } from '#operator/report-names.ts';
import type { Sql } from '#database/server/database.ts';
import { readAccountDays } from './account-days.ts';
import { hasWithheld, readCustomerDays } from './customer-days.ts';
import { readLiabilityDays } from './liability-days.ts';
import type { ReportDays } from './report-days.ts';

type Line = readonly (string | number | Micros)[];

/**
 * Yields the lines of a report in batches as they become available, beginning with the column titles. Amounts in USD, to the micro-dollar.
 */
export async function* writeReport(sql: Sql, report: ReportName, days: ReportDays): AsyncGenerator<string[]> {
  const withTaxes = report === 'customers' && (await hasWithheld(sql, days));
  yield [write([...titles[report], ...(withTaxes ? ['withheld_usd'] : [])])];
  if (report === 'accounts') {
    const rows = await readAccountDays(sql, days);
    yield rows.map((row) => write([row.day, row.account, row.opening, row.in, row.out, row.closing, row.entries]));
  } else if (report === 'liabilities') {
    const rows = await readLiabilityDays(sql, days);
    yield rows.map(({ day, accounts, owed, treasury }) =>
      write([day, ...customerAccounts.map((account) => accounts[account]), owed, treasury]),
    );
  } else {
    for await (const rows of readCustomerDays(sql, days))
      yield rows.map(({ customer, account, day, came, went, closing, entries, withheld }) => {
        const opening = micros(closing - came + went);
        const cells = [customer, account, day, opening, micros(came), micros(went), micros(closing), entries];
        return write(withTaxes ? [...cells, micros(withheld)] : cells);
      });
  }
}

const moved = ['opening_usd', 'in_usd', 'out_usd', 'closing_usd', 'entries'];
const titles: Record<ReportName, Line> = {
  accounts: ['day', 'account', ...moved],
  liabilities: ['day', ...customerAccounts.map((account) => `${account}_usd`), 'owed_usd', 'treasury_usd'],
  customers: ['customer', 'account', 'day', ...moved],
};

function write(cells: Line): string {
  const written = cells.map((cell) => (typeof cell === 'bigint' ? toDecimal(cell) : String(cell)));
  return writeCsvLine(written, 'point');
}
